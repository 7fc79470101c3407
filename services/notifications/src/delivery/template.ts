import type { MailContent } from '@closingwire/contracts/mail-content';
import type { z } from 'zod';

/**
 * - `security` and `billing`: always sent; users cannot turn them off
 * - `notice`: sent to users who want notices, with unsubscribe headers
 * - `support`: sent to our own mailbox
 */
type Purpose = 'security' | 'billing' | 'notice' | 'support';

/** The default of `isSentAgainWhenUnknown`: a missing link is worse than a second copy; a missing notice is not. */
const isUsuallySentAgain: Record<Purpose, boolean> = {
  security: true,
  billing: true,
  notice: false,
  support: true,
};

/** Makes absolute links to pages of the product. */
export type LinkTo = (path: `/${string}`) => string;

export type Template<Data extends object> = {
  name: string;
  /** Its name for admins. */
  title: string;
  purpose: Purpose;
  /** The mail has a link, a code or a place, and is not sent hours later. */
  containsSecret: boolean;
  /** The content of an unsent mail is kept, so that an admin can send it again. By default true without a secret. */
  keepsContent: boolean;
  /** A mail with an unknown outcome is sent again. */
  isSentAgainWhenUnknown: boolean;
  /** The recipient has no account. Their address is deleted some time after the mail ends. */
  forgetsRecipient: boolean;
  /** The last mail to a deleted user. Their address is deleted once the mail ends. */
  isFarewell: boolean;
  compose(data: Data, linkTo: LinkTo): MailContent;
  /** Returns the instant from which the mail is of no use: then it is skipped. */
  usefulUntil?(data: Data): Date;
};

/** A template that parses the data stored in the database. */
export type StoredTemplate = Omit<Template<object>, 'compose' | 'usefulUntil'> & {
  composeStored(data: unknown, linkTo: LinkTo): MailContent;
  isOver(data: unknown, now: Date): boolean;
};

type Optional =
  | 'containsSecret'
  | 'keepsContent'
  | 'isSentAgainWhenUnknown'
  | 'forgetsRecipient'
  | 'isFarewell';
type Declared<S extends z.ZodType<object>> = Pick<
  Template<z.output<S>>,
  'title' | 'purpose' | 'compose' | 'usefulUntil'
> &
  Partial<Pick<Template<object>, Optional>> & { data: S };

/** Declares a template. By default security mails hold a secret. */
export function defineTemplate<S extends z.ZodType<object>>(
  name: string,
  {
    title,
    purpose,
    containsSecret = purpose === 'security',
    keepsContent = !containsSecret,
    isSentAgainWhenUnknown = isUsuallySentAgain[purpose],
    forgetsRecipient = false,
    isFarewell = false,
    data,
    compose,
    usefulUntil,
  }: Declared<S>,
): Template<z.output<S>> & StoredTemplate {
  return {
    name,
    title,
    purpose,
    containsSecret,
    keepsContent,
    isSentAgainWhenUnknown,
    forgetsRecipient,
    isFarewell,
    compose,
    composeStored: (stored, linkTo) => compose(data.parse(stored), linkTo),
    isOver: (stored, now) => usefulUntil !== undefined && usefulUntil(data.parse(stored)) <= now,
  };
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2026', in UTC. */
export const calendarDay = (at: string) => day.format(new Date(at));

/** '1 day', '3 days'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
