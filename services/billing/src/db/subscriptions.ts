import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';

/** A ZIP that the catalogue holds for an order. */
export type HeldZip = { claimId: string; zipCode: string; city: string; state: string };

export type SubscriptionKind = 'trial' | 'paid' | 'granted';

/** A ZIP that an account receives. */
export type Subscription = HeldZip & {
  id: string;
  version: number;
  accountId: string;
  industry: string;
  kind: SubscriptionKind;
  createdAt: Date;
  cancelledAt: Date | null;
};

const columns = `id, version, account_id as "accountId", zip_code as "zipCode", city, state, industry, kind,
  claim_id as "claimId", created_at as "createdAt", cancelled_at as "cancelledAt"`;

export type NewSubscription = HeldZip & Pick<Subscription, 'accountId' | 'industry' | 'kind' | 'createdAt'>;

/** Nothing when the account has the ZIP already, or the claim served before. */
export function insertSubscription(tx: Tx, added: NewSubscription): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(
    `insert into subscriptions (id, account_id, zip_code, city, state, industry, kind, claim_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${columns}`,
    [
      newId(),
      added.accountId,
      added.zipCode,
      added.city,
      added.state,
      added.industry,
      added.kind,
      added.claimId,
      added.createdAt,
    ],
  );
}

export function findSubscription(db: Queries, id: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(`select ${columns} from subscriptions where id = $1`, [id]);
}

export function activeByClaim(db: Queries, claimId: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(
    `select ${columns} from subscriptions where claim_id = $1 and cancelled_at is null`,
    [claimId],
  );
}

export function activeOf(
  db: Queries,
  accountId: string,
  kinds: readonly SubscriptionKind[] = ['trial', 'paid', 'granted'],
): Promise<Subscription[]> {
  return db.query<Subscription>(
    `select ${columns} from subscriptions
     where account_id = $1 and cancelled_at is null and kind = any($2) order by zip_code`,
    [accountId, kinds],
  );
}

/** Nothing when it is cancelled already. */
export function cancel(tx: Tx, id: string, now: Date): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(
    `update subscriptions set cancelled_at = $2, version = version + 1
     where id = $1 and cancelled_at is null returning ${columns}`,
    [id, now],
  );
}

/** The trial's ZIPs become paid ones. */
export function convertTrial(tx: Tx, accountId: string): Promise<Subscription[]> {
  return tx.query<Subscription>(
    `update subscriptions set kind = 'paid', version = version + 1
     where account_id = $1 and kind = 'trial' and cancelled_at is null returning ${columns}`,
    [accountId],
  );
}
