import type { UserPlace } from '@closingwire/contracts/notifications';
import type { z } from 'zod';

/** A mail as its author thinks of it: plain text all through; both renderings are made from this. */
export type MailContent = {
  subject: string;
  /** The grey line that an inbox shows after the subject. */
  preview: string;
  heading: string;
  body: Block[];
  /** Why this user gets this mail; stands at the foot. */
  reason: string;
};

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  | { kind: 'quote'; text: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const quote = (text: string): Block => ({ kind: 'quote', text });
export const facts = (given: Record<string, string>): Block => ({
  kind: 'facts',
  facts: Object.entries(given).map(([name, value]) => ({ name, value })),
});

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

/** A heading that ends with the first name, where there is one: accounts made through the wire protocol have none. */
export const greet = (words: string, firstName: string): string =>
  firstName.trim() === '' ? words : `${words}, ${firstName}`;

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** An instant as mails write it. */
export const instantText = (instant: string): string => `${when.format(new Date(instant))} UTC`;

/**
 * From where and when somebody did something to an account; the time alone when an administrator did it. `what` stands
 * before them.
 */
export const whereAndWhen = (
  from: UserPlace | undefined,
  at: string,
  what: Record<string, string> = {},
): Block =>
  facts({
    ...what,
    ...(from && { Browser: from.device, 'Network address': from.address }),
    Time: instantText(at),
  });
