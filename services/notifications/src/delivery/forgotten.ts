import { likePattern } from '@closingwire/chassis/like-pattern';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { hashOf } from './marked.ts';
import type { Template } from './template.ts';

/** A deleted user's address. Mails until `before` belong to that user; later ones belong to the address's next owner. */
export type ForgottenAddress = { email: string; before: Date };

/** Locks an address until the commit. If a mail and a deletion are concurrent, the second one then sees the first. */
async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(7224207, hashtext(lower(${email})))`);
}

/** Returns true if a user with this address was deleted after the mail was requested at `at`. */
export async function isForgotten(tx: Tx, email: string, at: Date): Promise<boolean> {
  await lockAddress(tx, email);
  return tx.returnsRow(
    sql`select from forgotten_addresses where hash = ${hashOf(email)} and forgotten_before >= ${at}`,
  );
}

/**
 * Deletes a user's mails, except the farewell. Mails after the deletion belong to the address's next owner and stay.
 * Sent messages to support lose the user's address; unsent ones are deleted.
 */
export async function forgetMails(
  tx: Tx,
  {
    userId,
    addresses,
    farewell,
  }: {
    userId: string;
    addresses: readonly ForgottenAddress[];
    farewell: Template<object>;
  },
): Promise<void> {
  await tx.execute(sql`delete from mails where user_id = ${userId}`);
  // Sorted, so that two deletions cannot deadlock.
  for (const address of addresses.toSorted((one, other) => (one.email < other.email ? -1 : 1))) {
    await forgetAddress(tx, address, farewell);
  }
}

async function forgetAddress(
  tx: Tx,
  { email, before }: ForgottenAddress,
  farewell: Template<object>,
): Promise<void> {
  await lockAddress(tx, email);
  await tx.execute(
    sql`insert into forgotten_addresses as f (hash, forgotten_before) values (${hashOf(email)}, ${before})
     on conflict (hash) do update set forgotten_before = greatest(f.forgotten_before, excluded.forgotten_before)`,
  );
  await tx.execute(
    sql`delete from mails
     where recipient ilike ${likePattern(email)} and template <> ${farewell.name} and created_at <= ${before}`,
  );
  await tx.execute(
    sql`delete from mails
     where lower(reply_to) = lower(${email}) and created_at <= ${before} and state <> 'sent'`,
  );
  await tx.execute(
    sql`update mails set reply_to = null where lower(reply_to) = lower(${email}) and created_at <= ${before}`,
  );
}

const RETENTION_DAYS = 31;
const DAY_MS = 24 * 3_600_000;

/** Deletes hashes of forgotten addresses after 31 days: topics then hold no event older than the deletion. */
export async function forgetOldHashes(queries: Queries, now: Date): Promise<void> {
  await queries.execute(
    sql`delete from forgotten_addresses where forgotten_before < ${new Date(now.getTime() - RETENTION_DAYS * DAY_MS)}`,
  );
}
