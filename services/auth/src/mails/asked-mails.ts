import type { Tx } from '@closingwire/chassis/pg';

/** A mailbox that people can have mails sent to who need not own it, and the user who asks, if there is one. */
export type Mailbox = { address: string; askedBy?: string | undefined };

/** Counts a mail of a kind; with the mailbox also as one that this mailbox got. */
export async function noteAskedMail(tx: Tx, kind: string, at: Date, mailbox?: Mailbox): Promise<void> {
  await tx.query('insert into asked_mails (kind, at, mailbox, asked_by) values ($1, $2, $3, $4)', [
    kind,
    at,
    mailbox?.address ?? null,
    mailbox?.askedBy ?? null,
  ]);
}

export async function countAskedMails(tx: Tx, kind: string, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    'select count(*)::int as count from asked_mails where kind = $1 and at > $2',
    [kind, since],
  );
  return count;
}

/**
 * How many mails of a kind a mailbox got, and how many of them by the same user. Those who ask at once are counted one
 * after the other.
 */
export async function countMailsTo(
  tx: Tx,
  kind: string,
  { address, askedBy }: Mailbox,
  since: Date,
): Promise<{ all: number; own: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('mailbox ' || $1, 0))`, [address]);
  return tx.one<{ all: number; own: number }>(
    `select count(*)::int as "all", (count(*) filter (where asked_by = $4))::int as own
     from asked_mails where mailbox = $1 and kind = $2 and at > $3`,
    [address, kind, since, askedBy ?? null],
  );
}

/** Forgets who asked and for which mailbox; the counts of the hour stay. */
export async function forgetAskedMails(tx: Tx, userId: string, address: string): Promise<void> {
  await tx.query(
    'update asked_mails set mailbox = null, asked_by = null where asked_by = $1 or mailbox = $2',
    [userId, address],
  );
}
