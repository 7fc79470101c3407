import { AppError } from '@closingwire/chassis/app-error';
import type { StoredTemplate } from '../domain/template.ts';
import { accountChanged } from './account-changed.ts';
import { accountDeleted } from './account-deleted.ts';
import { allowNewEmail } from './allow-new-email.ts';
import { alreadyRegistered } from './already-registered.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmNewEmail } from './confirm-new-email.ts';
import { confirmOptOut } from './confirm-opt-out.ts';
import { contactMessage } from './contact-message.ts';
import { leadFlagged } from './lead-flagged.ts';
import { listReady } from './list-ready.ts';
import { newSignIn } from './new-sign-in.ts';
import { oneTimeCode } from './one-time-code.ts';
import { optOutOutcome } from './opt-out-outcome.ts';
import { optOutReview } from './opt-out-review.ts';
import { paymentFailed } from './payment-failed.ts';
import { paymentRecovered } from './payment-recovered.ts';
import { resetPassword } from './reset-password.ts';
import { subscriptionEnded } from './subscription-ended.ts';
import { trialExpiredMail } from './trial-expired.ts';
import { trialExpiringMail } from './trial-expiring.ts';
import { trialHoldEnded } from './trial-hold-ended.ts';
import { trialHoldEnding } from './trial-hold-ending.ts';
import { welcome } from './welcome.ts';

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
