import {
  accountChangeCopy,
  codeMailCopy,
  keyFacts,
  sectionLabels,
  sectionOf,
} from '@closingwire/contracts/mail-copy';
import type { SecretMail, UserPlace } from '@closingwire/contracts/notifications';

export type Message = { subject: string; text: string; html: string };

type Draft = { subject: string; paragraphs: string[]; links: { label: string; url: string }[] };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? character);

const whereAndWhen = (from: UserPlace | undefined, at: string) =>
  from ? `Browser: ${from.device}. Network address: ${from.address}. Time: ${at}.` : `Time: ${at}.`;

type ChangeMail = Extract<SecretMail, { template: 'account-changed' }>;

function changeDraftOf({ change, from, at, actionLink, settingsLink, apiKey }: ChangeMail): Draft {
  const { subject, lead, advice, action } = accountChangeCopy[change];
  const key = Object.entries(keyFacts(apiKey, at, instant => instant)).map(
    ([name, value]) => `${name}: ${value}.`,
  );
  const toSettings = settingsLink && { label: sectionLabels[sectionOf(change)], url: settingsLink };
  return {
    subject,
    paragraphs: [lead, [...key, whereAndWhen(from, at)].join(' '), advice],
    links: [{ label: action, url: actionLink }, ...(toSettings ? [toSettings] : [])],
  };
}

function draftOf(mail: SecretMail): Draft {
  switch (mail.template) {
    case 'confirm-email':
      return {
        subject: 'Confirm your email address',
        paragraphs: [`Welcome, ${mail.firstName}.`, 'Confirm that this is your address to sign in.'],
        links: [{ label: 'Confirm my address', url: mail.link }],
      };
    case 'confirm-new-email':
      return {
        subject: 'Confirm your new email address',
        paragraphs: [
          `An account asked to move from ${mail.oldEmail} to ${mail.newEmail}.`,
          ...(mail.needsOldEmail
            ? [`It moves when both links are opened: this one, and the one in the mail to ${mail.oldEmail}.`]
            : []),
          'Confirm that this is your address. If you did not ask for this, do nothing: the account stays as it is.',
        ],
        links: [{ label: 'Confirm my new address', url: mail.link }],
      };
    case 'allow-new-email':
      return {
        subject: 'Allow a new email address',
        paragraphs: [
          `Somebody who is signed in to your account asked to move it to ${mail.newEmail}.`,
          'Open the link if that was you. If it was not, choose a new password: it signs them out.',
        ],
        links: [
          { label: 'Allow the new address', url: mail.link },
          { label: 'Choose a new password', url: mail.resetLink },
        ],
      };
    case 'already-registered':
      return {
        subject: 'You have an account already',
        paragraphs: [
          `Hello ${mail.firstName},`,
          'Somebody signed up with your address, which has an account.',
        ],
        links: [
          { label: 'Sign in', url: mail.signInLink },
          { label: 'Choose a new password', url: mail.resetLink },
        ],
      };
    case 'reset-password':
      return {
        subject: 'Choose a new password',
        paragraphs: [
          `Hello ${mail.firstName},`,
          'Open the link to choose a new password. It works for an hour.',
        ],
        links: [{ label: 'Choose a new password', url: mail.link }],
      };
    case 'one-time-code': {
      const { subject, lead, action, reason } = codeMailCopy[mail.about];
      const links = mail.link ? [{ label: action, url: mail.link }] : [];
      return { subject, paragraphs: [lead, `Your code is ${mail.code}.`, reason], links };
    }
    case 'new-sign-in':
      return {
        subject: 'New sign-in to your account',
        paragraphs: [
          'Somebody signed in to your account from a browser or a place that is new to us.',
          whereAndWhen(mail, mail.at),
          'If it was not you, sign that session out and change your password.',
        ],
        links: [{ label: 'See where you are signed in', url: mail.settingsLink }],
      };
    case 'account-changed':
      return changeDraftOf(mail);
  }
}

/** A mail as text and as plain HTML, for when no other service writes it. */
export function mailText(mail: SecretMail): Message {
  const { subject, paragraphs, links } = draftOf(mail);
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
  const html = [
    ...paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
  ].join('\n');
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html><html lang="en"><body>\n${html}\n</body></html>`,
  };
}
