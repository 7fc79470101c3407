import type { MailContent } from '@closingwire/contracts/mail-content';
import type { z } from 'zod';

/**
 * What a mail is for decides how it is treated.
 * - `security` and `billing`: always sent, cannot be unsubscribed from
 * - `notice`: only to those who want notices; carries the unsubscribe headers
 * - `support`: to our own mailbox
 */
type Purpose = 'security' | 'billing' | 'notice' | 'support';

/**
 * Whether a mail that may or may not have left (the process died in between) goes out again. A user
 * locked out needs their link more than they mind a second copy; nobody needs a notice twice.
 */
export const isSentAgainWhenUnknown: Record<Purpose, boolean> = {
  security: true,
  billing: true,
  notice: false,
  support: true,
};

/** Makes absolute links to pages of the product. */
export type LinkTo = (path: `/${string}`) => string;

export type Template<Data extends object> = {
  name: string;
  /** What admins call that kind of mail. */
  title: string;
  purpose: Purpose;
  /** Holds a link, a code, or where somebody was: its content is forgotten when it is done with, sent or not. */
  holdsSecret: boolean;
  /** Goes to people who have no account: to whom is forgotten some time after it is done with. */
  forgetsRecipient: boolean;
  /** The last mail to a user who left: to whom it went is forgotten when it is done with. */
  isFarewell: boolean;
  compose(data: Data, linkTo: LinkTo): MailContent;
};

/** A template that takes what the database kept, and checks it. */
export type StoredTemplate = Omit<Template<object>, 'compose'> & {
  composeStored(data: unknown, linkTo: LinkTo): MailContent;
};

type Declared<S extends z.ZodType<object>> = Pick<Template<z.output<S>>, 'title' | 'purpose' | 'compose'> &
  Partial<Pick<Template<object>, 'holdsSecret' | 'forgetsRecipient' | 'isFarewell'>> & { data: S };

/**
 * Declares one kind of mail: who may refuse it, what it needs, its words. Security mails hold a secret unless they
 * declare otherwise.
 */
export function defineTemplate<S extends z.ZodType<object>>(
  name: string,
  {
    title,
    purpose,
    holdsSecret = purpose === 'security',
    forgetsRecipient = false,
    isFarewell = false,
    data,
    compose,
  }: Declared<S>,
): Template<z.output<S>> & StoredTemplate {
  return {
    name,
    title,
    purpose,
    holdsSecret,
    forgetsRecipient,
    isFarewell,
    compose,
    composeStored: (stored, linkTo) => compose(data.parse(stored), linkTo),
  };
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2026', of an instant in UTC. */
export const calendarDay = (at: string) => day.format(new Date(at));

/** '1 day', '3 days'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
