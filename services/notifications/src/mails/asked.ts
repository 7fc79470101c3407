import type { Tx } from '@closingwire/chassis/pg';
import { button, paragraph } from '@closingwire/contracts/mail-content';
import { type AskedMail, type SecretMail, secretMail } from '@closingwire/contracts/notifications';
import { secretMailContent } from '@closingwire/contracts/secret-mails';
import { z } from 'zod';
import { isForgotten } from '../delivery/forgotten.ts';
import { enqueueMail } from '../delivery/store.ts';
import { defineTemplate, type StoredTemplate } from '../delivery/template.ts';

const secretTemplate = (name: SecretMail['template'], title: string) =>
  defineTemplate(name, {
    title,
    purpose: 'security',
    data: z.looseObject({}),
    compose: stored => secretMailContent(secretMail.parse({ ...stored, template: name })),
  });

export const confirmOptOut = defineTemplate('confirm-opt-out', {
  title: 'Confirm an opt-out',
  purpose: 'security',
  forgetsRecipient: true,
  data: z.object({ link: z.url() }),
  compose: ({ link }) => ({
    subject: 'Confirm that you want to be in no list',
    preview: 'The link works once and expires in 7 days.',
    heading: 'Opt out of our lists',
    body: [
      paragraph(
        'Somebody asked ClosingWire to leave the real estate agent with this email address out of every contact list.',
      ),
      paragraph(
        'It takes effect when you open the page and press its button. The link works once and expires in 7 days.',
      ),
      button('Opt out of all lists', link),
      paragraph('If you did not ask for this, do nothing: without the link nothing changes.'),
    ],
    reason: 'Somebody entered this address on the opt-out page of ClosingWire.',
  }),
});

const templateOf: Record<AskedMail['template'], StoredTemplate> = {
  'confirm-email': secretTemplate('confirm-email', 'Confirm the email address'),
  'confirm-new-email': secretTemplate('confirm-new-email', 'Confirm a new email address'),
  'allow-new-email': secretTemplate('allow-new-email', 'Allow a new email address'),
  'already-registered': secretTemplate('already-registered', 'Already registered'),
  'reset-password': secretTemplate('reset-password', 'Reset the password'),
  'one-time-code': secretTemplate('one-time-code', 'One-time code'),
  'new-sign-in': secretTemplate('new-sign-in', 'New sign-in'),
  'account-changed': secretTemplate('account-changed', 'Account changed'),
  'confirm-opt-out': confirmOptOut,
};

export const askedTemplates: readonly StoredTemplate[] = Object.values(templateOf);

type Asked = { mailId: string; to: string; mail: AskedMail; askedAt?: string | undefined };

/**
 * Stores a mail that another service requests, once per `mailId`. Drops a request that is older than the deletion of
 * its recipient.
 */
export async function acceptAskedMail(tx: Tx, { mailId, to, mail, ...asked }: Asked): Promise<void> {
  const askedAt = asked.askedAt === undefined ? new Date() : new Date(asked.askedAt);
  if (await isForgotten(tx, to, askedAt)) return;
  await enqueueMail(tx, templateOf[mail.template], { id: mailId, key: mailId, to, data: mail, askedAt });
}
