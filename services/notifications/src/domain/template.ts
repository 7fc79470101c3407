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
  compose(data: Data, linkTo: LinkTo): MailContent;
};

/** A template that takes what the database kept, and checks it. */
export type StoredTemplate = Pick<Template<object>, 'name' | 'title' | 'purpose'> & {
  composeStored(data: unknown, linkTo: LinkTo): MailContent;
};

/** Declares one kind of mail: who may refuse it, what it needs, what it says. */
export function defineTemplate<S extends z.ZodType<object>>(
  name: string,
  {
    title,
    purpose,
    data,
    compose,
  }: { title: string; purpose: Purpose; data: S; compose: Template<z.output<S>>['compose'] },
): Template<z.output<S>> & StoredTemplate {
  return {
    name,
    title,
    purpose,
    compose,
    composeStored: (stored, linkTo) => compose(data.parse(stored), linkTo),
  };
}
