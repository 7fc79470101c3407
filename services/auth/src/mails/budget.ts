import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/part';
import { sql, type Tx } from '@closingwire/chassis/pg';

/** The mailbox of an address that a client named: its owner may be someone else. `askedBy` is the signed-in user. */
export type Mailbox = { address: string; askedBy?: string | undefined };

async function insertAskedMail(tx: Tx, kind: string, at: Date, mailbox?: Mailbox): Promise<void> {
  await tx.execute(
    sql`insert into asked_mails (kind, at, mailbox, asked_by)
     values (${kind}, ${at}, ${mailbox?.address ?? null}, ${mailbox?.askedBy ?? null})`,
  );
}

async function countAskedMails(tx: Tx, kind: string, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from asked_mails where kind = ${kind} and at > ${since}`,
  );
  return count;
}

/**
 * Counts the mails of a kind to a mailbox, and those that the same user requested. A lock puts concurrent requests in
 * order.
 */
async function countMailsTo(
  tx: Tx,
  kind: string,
  { address, askedBy }: Mailbox,
  since: Date,
): Promise<{ all: number; own: number }> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('mailbox ' || ${address}, 0))`);
  return tx.one<{ all: number; own: number }>(
    sql`select count(*)::int as "all", (count(*) filter (where asked_by = ${askedBy ?? null}))::int as own
     from asked_mails where mailbox = ${address} and kind = ${kind} and at > ${since}`,
  );
}

/** Erases mailbox and requesting user from the log of mails. The rows stay, because the counts per hour need them. */
export async function forgetAskedMails(tx: Tx, userId: string, address: string): Promise<void> {
  await tx.execute(
    sql`update asked_mails set mailbox = null, asked_by = null
     where asked_by = ${userId} or mailbox = ${address}`,
  );
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Mails of one kind to one mailbox per day. */
const MOST_PER_MAILBOX = 5;

/** Each kind has its own budget, so that many mails of one do not use up another. `access`: sign-in links and codes. */
export type MailKind = 'recovery' | 'access' | 'sign-up' | 'change' | 'notice';

/** Limits mails of each kind: `perHour` in all (0 for no limit), and five a day to one mailbox. */
export function mailBudget({ perHour, clock }: { perHour: number; clock: Clock }) {
  async function isSpent(tx: Tx, kind: MailKind): Promise<boolean> {
    if (perHour === 0) return false;
    return (await countAskedMails(tx, kind, new Date(clock().getTime() - HOUR_MS))) >= perHour;
  }

  /**
   * Throws if the budget of the hour is spent. Callers that mail only some addresses call it for every address: a
   * refusal must not show which ones.
   */
  async function refuseWhenSpent(tx: Tx, kind: MailKind): Promise<void> {
    if (await isSpent(tx, kind)) {
      throw new AppError('too-many', 'over_email_send_rate_limit', 'email rate limit exceeded');
    }
  }

  async function spend(tx: Tx, kind: MailKind, mailbox?: Mailbox): Promise<void> {
    await refuseWhenSpent(tx, kind);
    if (perHour > 0 || mailbox) await insertAskedMail(tx, kind, clock(), mailbox);
  }

  /** Counts a mail that is not sent. Otherwise the budget would show whether the address has an account. */
  const countUnsent = (tx: Tx, kind: MailKind): Promise<void> => spend(tx, kind);

  /**
   * Returns true if a mailbox may get one more mail of this kind today. A signed-in user's first mail to it is always
   * allowed, so that strangers cannot block a change of address. A sign-up has no user, so strangers can use up the
   * five sign-up mails of an owner.
   */
  async function hasRoom(tx: Tx, kind: 'sign-up' | 'change', mailbox: Mailbox): Promise<boolean> {
    const dayAgo = new Date(clock().getTime() - DAY_MS);
    const { all, own } = await countMailsTo(tx, kind, mailbox, dayAgo);
    return all < MOST_PER_MAILBOX || (mailbox.askedBy !== undefined && own === 0);
  }

  return { isSpent, refuseWhenSpent, spend, countUnsent, hasRoom };
}
