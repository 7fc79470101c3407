import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';
import type { Template } from './template.ts';

/** An address of a deleted user. What is older than `before` is theirs. */
export type ForgottenAddress = { email: string; before: Date };

const HASH = `sha256(convert_to(lower($1), 'UTF8'))`;

/** Held until the commit: of a mail and a deletion that arrive together the later one sees the other. */
async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(7224207, hashtext(lower(${email})))`);
}

/** Whether what was asked for then, to or from this address, was asked before a deletion. */
export async function isForgotten(tx: Tx, email: string, at: Date): Promise<boolean> {
  await lockAddress(tx, email);
  const found = await tx.maybe(
    `select from forgotten_addresses where hash = ${HASH} and forgotten_before >= $2`,
    [email, at],
  );
  return found !== undefined;
}

/**
 * Removes what was mailed to a user, but not the farewell. Their messages to support that were sent stay without an address;
 * others go. What came to the address later is another's.
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
  // In one order, so that two deletions cannot block each other.
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
    `insert into forgotten_addresses as f (hash, forgotten_before) values (${HASH}, $2)
     on conflict (hash) do update set forgotten_before = greatest(f.forgotten_before, excluded.forgotten_before)`,
    [email, before],
  );
  await tx.execute(
    sql`delete from mails where recipient ilike ${likePattern(email)} and template <> ${farewell.name} and created_at <= ${before}`,
  );
  await tx.execute(
    sql`delete from mails where lower(reply_to) = lower(${email}) and created_at <= ${before} and state <> 'sent'`,
  );
  await tx.execute(
    sql`update mails set reply_to = null where lower(reply_to) = lower(${email}) and created_at <= ${before}`,
  );
}

const RETENTION_DAYS = 31;
const DAY_MS = 24 * 3_600_000;

/** Forgets the hashes when no topic can repeat anything from before the deletion. */
export async function forgetOldHashes(queries: Queries, now: Date): Promise<void> {
  await queries.execute(
    sql`delete from forgotten_addresses where forgotten_before < ${new Date(now.getTime() - RETENTION_DAYS * DAY_MS)}`,
  );
}
