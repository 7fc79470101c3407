import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import { countAskedMails, countMailsTo, type Mailbox, noteAskedMail } from './asked-mails.ts';

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

  /** Throws when the hour's mails are spent: also to be asked where only some people get a mail. */
  async function refuseWhenSpent(tx: Tx, kind: MailKind): Promise<void> {
    if (await isSpent(tx, kind)) {
      throw new AppError('too-many', 'over_email_send_rate_limit', 'email rate limit exceeded');
    }
  }

  async function spend(tx: Tx, kind: MailKind, mailbox?: Mailbox): Promise<void> {
    await refuseWhenSpent(tx, kind);
    if (perHour > 0 || mailbox) await noteAskedMail(tx, kind, clock(), mailbox);
  }

  /** Counts a mail that is held back like one that goes out, so that the hour's budget does not say which it was. */
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
