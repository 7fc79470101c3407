import type { z } from 'zod';
import type { MailContent } from './mail-content.ts';
import type { Purpose } from './purpose.ts';

/** Makes absolute links to pages of the product. */
export type LinkTo = (path: `/${string}`) => string;

export type Template<Data extends object> = {
  name: string;
  /** What admins call that kind of mail. */
  title: string;
  purpose: Purpose;
  /** Holds a link, a code, or where somebody was: what it says is forgotten when it is done with, sent or not. */
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
 * Declares one kind of mail: who may refuse it, what it needs, what it says. Security mails hold a secret unless they
 * say otherwise.
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
