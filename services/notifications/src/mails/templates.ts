import { AppError } from '@closingwire/chassis/app-error';
import type { StoredTemplate } from '../delivery/template.ts';
import { listReady } from '../lists/list-ready.ts';
import { trialHoldEnded, trialHoldEnding } from '../trials/hold.ts';
import { trialExpiredMail, trialExpiringMail } from '../trials/trial-end.ts';
import { accountDeleted, welcome } from './account.ts';
import {
  accountChanged,
  allowNewEmail,
  alreadyRegistered,
  confirmEmail,
  confirmNewEmail,
  confirmOptOut,
  newSignIn,
  oneTimeCode,
  resetPassword,
} from './asked.ts';
import { optOutOutcome, optOutReview } from './opt-out.ts';
import { paymentFailed, paymentRecovered, subscriptionEnded } from './payment.ts';
import { contactMessage, leadFlagged } from './support.ts';

/** Every kind of mail that the product sends. */
export const templates: readonly StoredTemplate[] = [
  confirmEmail,
  confirmNewEmail,
  allowNewEmail,
  alreadyRegistered,
  resetPassword,
  oneTimeCode,
  newSignIn,
  accountChanged,
  accountDeleted,
  confirmOptOut,
  optOutOutcome,
  welcome,
  listReady,
  trialExpiringMail,
  trialExpiredMail,
  trialHoldEnding,
  trialHoldEnded,
  paymentFailed,
  paymentRecovered,
  subscriptionEnded,
  contactMessage,
  leadFlagged,
  optOutReview,
];

const byName = new Map(templates.map(template => [template.name, template]));

/** What admins call a kind of mail; its name where it is sent no more. */
export const titleOf = (name: string): string => byName.get(name)?.title ?? name;

/** The names of the kinds whose title has this text in it. */
export const namesTitled = (text: string): string[] =>
  templates.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())).map(({ name }) => name);

export function templateNamed(name: string): StoredTemplate {
  const template = byName.get(name);
  if (!template) throw new AppError('broken', 'template_unknown', `No mail template is called '${name}'`);
  return template;
}
