import type { MailContent } from '@closingwire/contracts/mail-content';
import type { z } from 'zod';

/**
 * - `security` and `billing`: always sent; users cannot turn them off
 * - `notice`: sent to users who want notices, with unsubscribe headers
 * - `support`: sent to our own mailbox
 */
type Purpose = 'security' | 'billing' | 'notice' | 'support';

/**
 * True if a mail with an unknown outcome is sent again. A missing link is worse than a second copy; a missing notice
 * is not.
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
  /** Its name for admins. */
  title: string;
  purpose: Purpose;
  /** The mail has a link, a code or a place. Its content is deleted once it ends, sent or not. */
  containsSecret: boolean;
  /** The recipient has no account. Their address is deleted some time after the mail ends. */
  forgetsRecipient: boolean;
  /** The last mail to a deleted user. Their address is deleted once the mail ends. */
  isFarewell: boolean;
  compose(data: Data, linkTo: LinkTo): MailContent;
};

/** A template that parses the data stored in the database. */
export type StoredTemplate = Omit<Template<object>, 'compose'> & {
  composeStored(data: unknown, linkTo: LinkTo): MailContent;
};

type Declared<S extends z.ZodType<object>> = Pick<Template<z.output<S>>, 'title' | 'purpose' | 'compose'> &
  Partial<Pick<Template<object>, 'containsSecret' | 'forgetsRecipient' | 'isFarewell'>> & { data: S };

/** Declares a template. By default security mails hold a secret. */
export function defineTemplate<S extends z.ZodType<object>>(
  name: string,
  {
    title,
    purpose,
    containsSecret = purpose === 'security',
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
    containsSecret,
    forgetsRecipient,
    isFarewell,
    compose,
    composeStored: (stored, linkTo) => compose(data.parse(stored), linkTo),
  };
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2026', in UTC. */
export const calendarDay = (at: string) => day.format(new Date(at));

/** '1 day', '3 days'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
