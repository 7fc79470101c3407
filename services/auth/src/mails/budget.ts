import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';

/** A mailbox that somebody can have mails sent to who need not own it, and the user who asks, if there is one. */
export type Mailbox = { address: string; askedBy?: string | undefined };

/** Counts a mail of a kind; with the mailbox also as one that this mailbox got. */
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
 * How many mails of a kind a mailbox got, and how many of them by the same user. Those who ask at once are counted one
 * after the other.
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

/** Forgets who asked and for which mailbox; the counts of the hour stay. */
export async function forgetAskedMails(tx: Tx, userId: string, address: string): Promise<void> {
  await tx.execute(
    sql`update asked_mails set mailbox = null, asked_by = null
     where asked_by = ${userId} or mailbox = ${address}`,
  );
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Mails of one kind in a day to a mailbox whose owner need not be the one who asks. */
const MOST_PER_MAILBOX = 5;

/**
 * What a mail is asked for: each kind has its own budget, so that nobody who makes many of one starves another. Other
 * mails that open an account than resets come under `access`.
 */
export type MailKind = 'recovery' | 'access' | 'sign-up' | 'change' | 'notice';

/** How many mails may be asked for: of each kind in any hour (0 for no end), and to one mailbox in any day. */
export function mailBudget({ perHour, clock }: { perHour: number; clock: Clock }) {
  async function isSpent(tx: Tx, kind: MailKind): Promise<boolean> {
    if (perHour === 0) return false;
    return (await countAskedMails(tx, kind, new Date(clock().getTime() - HOUR_MS))) >= perHour;
  }

  /** Throws when the hour's mails are spent: also to be asked where only some addresses get a mail. */
  async function refuseWhenSpent(tx: Tx, kind: MailKind): Promise<void> {
    if (await isSpent(tx, kind)) {
      throw new AppError('too-many', 'over_email_send_rate_limit', 'email rate limit exceeded');
    }
  }

  async function spend(tx: Tx, kind: MailKind, mailbox?: Mailbox): Promise<void> {
    await refuseWhenSpent(tx, kind);
    if (perHour > 0 || mailbox) await insertAskedMail(tx, kind, clock(), mailbox);
  }

  /** Counts a mail that is held back like one that goes out, so that the hour's budget does not show which it was. */
  const holdBack = (tx: Tx, kind: MailKind): Promise<void> => spend(tx, kind);

  /**
   * Whether a mailbox takes one more mail of a kind today; where it does not, the caller holds the mail back. It always
   * takes the first one that a signed-in user asks for, so that strangers block no change of address. Sign-ups have no
   * user: those of strangers can hold back an owner's.
   */
  async function hasRoom(tx: Tx, kind: 'sign-up' | 'change', mailbox: Mailbox): Promise<boolean> {
    const dayAgo = new Date(clock().getTime() - DAY_MS);
    const { all, own } = await countMailsTo(tx, kind, mailbox, dayAgo);
    return all < MOST_PER_MAILBOX || (mailbox.askedBy !== undefined && own === 0);
  }

  return { isSpent, refuseWhenSpent, spend, holdBack, hasRoom };
}
