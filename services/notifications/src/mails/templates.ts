import { AppError } from '@closingwire/chassis/app-error';
import { testEmail } from '../addresses/test-email.ts';
import type { StoredTemplate } from '../delivery/template.ts';
import { digestTemplates } from '../digest/digest-mail.ts';
import { readyTemplates } from '../lists/ready-mails.ts';
import { watchedAgents } from '../lists/watched-agents.ts';
import { zipRemovedTemplates } from '../lists/zip-removed.ts';
import { trialTemplates } from '../trials/trial-mails.ts';
import { accountTemplates } from './account.ts';
import { askedTemplates } from './asked.ts';
import { flagOutcomeTemplates } from './flag-outcome.ts';
import { optOutTemplates } from './opt-out.ts';
import { paymentTemplates } from './payment.ts';
import { supportTemplates } from './support.ts';
import { zipOfferTemplates } from './zip-offer.ts';

export const templates: readonly StoredTemplate[] = [
  ...askedTemplates,
  ...accountTemplates,
  testEmail,
  watchedAgents,
  ...readyTemplates,
  ...digestTemplates,
  ...trialTemplates,
  ...paymentTemplates,
  ...flagOutcomeTemplates,
  ...zipOfferTemplates,
  ...zipRemovedTemplates,
  ...supportTemplates,
  ...optOutTemplates,
];

const byName = new Map(templates.map(template => [template.name, template]));

/** Returns the template's title for admins, or the name of a template that no longer exists. */
export const titleOf = (name: string): string => byName.get(name)?.title ?? name;

/** Returns the template names that contain the text, or whose title contains it. */
export const namesLike = (text: string, names: readonly string[]): string[] =>
  names.filter(name => [name, titleOf(name)].some(each => each.toLowerCase().includes(text.toLowerCase())));

export function templateNamed(name: string): StoredTemplate {
  const template = byName.get(name);
  if (!template) throw new AppError('broken', 'template_unknown', `No mail template is called '${name}'`);
  return template;
}
