import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { ClaimedZip } from '@closingwire/contracts/catalog';
import { IS_PENDING } from '../accounts/lock.ts';
import type { StoredFailure } from '../accounts/passes.ts';
import type { CheckoutMode, Order } from './rules.ts';

const columns = sql`id, account_id as "accountId", purpose, zip_codes as "zipCodes", state, claims,
  billed_zips as "billedZipCodes", failure, first_pass::int as "firstPass", checkout_mode as "checkoutMode",
  checkout_session_id as "checkoutSessionId", checkout_url as "checkoutUrl",
  checkout_expires_at as "checkoutExpiresAt", created_at as "createdAt"`;

export function findOrder(db: Queries, id: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`select ${columns} from orders where id = ${id}`);
}

export function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return tx.maybe<Order>(sql`select ${columns} from orders where id = ${id} for update`);
}

export function orderOfCheckout(db: Queries, sessionId: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`select ${columns} from orders where checkout_session_id = ${sessionId}`);
}

export function pendingOrders(db: Queries, accountId: string): Promise<Order[]> {
  return db.query<Order>(sql`
    select ${columns} from orders where account_id = ${accountId} and ${IS_PENDING} order by id`);
}

export type NewOrder = Pick<Order, 'id' | 'accountId' | 'purpose' | 'zipCodes'>;

export function insertOrder(tx: Tx, order: NewOrder, now: Date): Promise<Order> {
  return tx.one<Order>(sql`
    insert into orders (id, account_id, purpose, zip_codes, state, created_at)
    values (${order.id}, ${order.accountId}, ${order.purpose}, ${order.zipCodes}, 'open', ${now})
    returning ${columns}`);
}

export async function storeClaims(db: Queries, id: string, claims: readonly ClaimedZip[]): Promise<void> {
  await db.execute(sql`update orders set claims = ${JSON.stringify(claims)} where id = ${id}`);
}

/**
 * Stores that a pass carries out the order. Unless the ZIPs are on trial, also stores the ZIPs that the provider is
 * asked to charge for.
 */
export async function storeTry(
  tx: Tx,
  id: string,
  { pass, billedZipCodes }: { pass: number; billedZipCodes: ReadonlySet<string> | null },
): Promise<void> {
  await tx.execute(sql`
    update orders set first_pass = coalesce(first_pass, ${pass}),
      billed_zips = coalesce(${billedZipCodes && [...billedZipCodes]}, billed_zips)
    where id = ${id}`);
}

/** Makes the next pass count as the first, because a caller waits for the order again. */
export async function forgetFirstPass(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update orders set first_pass = null where id = ${id} and state = 'open'`);
}

export type Checkout = { mode: CheckoutMode; sessionId: string; url: string; expiresAt: Date };

/** Stores the checkout page of an order. Returns false if the order has ended. */
export function storeCheckout(tx: Tx, id: string, checkout: Checkout): Promise<boolean> {
  return tx.returnsRow(sql`
    update orders set state = 'checkout', checkout_session_id = ${checkout.sessionId}, checkout_url = ${checkout.url},
      checkout_expires_at = ${checkout.expiresAt}, checkout_mode = ${checkout.mode}
    where id = ${id} and ${IS_PENDING} returning 1`);
}

/** Reopens an order whose checkout took only a card: it is now charged on that card. */
export async function reopenOrder(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update orders set state = 'open' where id = ${id} and state = 'checkout'`);
}

export async function finishOrder(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update orders set state = 'done' where id = ${id} and ${IS_PENDING}`);
}

export async function storeDrop(tx: Tx, id: string, failure: StoredFailure): Promise<void> {
  await tx.execute(sql`
    update orders set state = 'dropped', failure = ${JSON.stringify(failure)}
    where id = ${id} and ${IS_PENDING}`);
}
