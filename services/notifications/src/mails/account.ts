import { once } from '@closingwire/chassis/consume';
import { sql, type Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/auth';
import { button, greet, paragraph } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { type ForgottenAddress, forgetMails } from '../delivery/forgotten.ts';
import { enqueueMail } from '../delivery/store.ts';
import { defineTemplate } from '../delivery/template.ts';
import { enqueueReadyMails } from '../lists/list-ready.ts';
import { accounts } from '../replicas.ts';
import { applyUser, forgetUser, recipientOf } from '../users/store.ts';
import { forgetReporter } from './support.ts';

const welcome = defineTemplate('welcome', {
  title: 'Welcome',
  purpose: 'notice',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your free trial has begun',
    preview: 'Choose your ZIP codes; the first list arrives within minutes.',
    heading: greet('Good to have you', firstName),
    body: [
      paragraph(
        'Choose the ZIP codes you work in. For each you get the agents who closed a sale in the last 7 days, with their contact details, and fresh closings every day.',
      ),
      button('Choose ZIP codes', linkTo('/zips')),
      paragraph(`Questions? The Help Center has answers: ${linkTo('/help')}`),
    ],
    reason: 'You opened an account at ClosingWire.',
  }),
});

const accountDeleted = defineTemplate('account-deleted', {
  title: 'Account deleted',
  purpose: 'security',
  isFarewell: true,
  data: z.object({}),
  compose: (_data, linkTo) => ({
    subject: 'Your account was deleted',
    preview: 'Your subscriptions have ended and nothing is charged again.',
    heading: 'Your account was deleted',
    body: [
      paragraph(
        'Your account and what we kept about you are gone. Your subscriptions have ended and nothing is charged again. This is the last mail that you get from us.',
      ),
      paragraph(`If it was not you who deleted it, write to us: ${linkTo('/contact')}`),
    ],
    reason: 'The account with this address was deleted.',
  }),
});

async function onUserChanged(tx: Tx, user: events.UserState): Promise<void> {
  await applyUser(tx, user);
  await enqueueReadyMails(tx, { userId: user.id });
}

const onUserRegistered = once(events.userRegistered, async ({ data: user }, tx) => {
  await onUserChanged(tx, user);
  if (!(await recipientOf(tx, user.id))) return;
  await enqueueMail(tx, welcome, {
    to: user.email,
    key: user.id,
    userId: user.id,
    data: { firstName: user.firstName },
  });
});

type Deletion = z.output<typeof events.userDeleted.data>;

/** Older events have no `formerEmails`. */
const addressesOf = ({ email, deletedAt, formerEmails = [] }: Deletion): ForgottenAddress[] => [
  ...(email ? [{ email, before: new Date(deletedAt) }] : []),
  ...formerEmails.map(former => ({ email: former.email, before: new Date(former.before) })),
];

/** Deletes the user's data and mails the farewell. A repeated event mails nothing. */
const onUserDeleted = once(events.userDeleted, async ({ data: deletion }, tx) => {
  const { id, version } = deletion;
  const known = await forgetUser(tx, { id, version });
  const email = deletion.email ?? known.email;
  const addresses = addressesOf({ ...deletion, email });
  await forgetMails(tx, { userId: id, addresses, farewell: accountDeleted });
  await forgetReporter(tx, addresses);
  await accounts.forget(tx, { id, version });
  await tx.execute(sql`delete from subscriptions where account_id = ${id}`);
  if (known.isDeleted || email === '') return;
  await enqueueMail(tx, accountDeleted, { to: email, key: id, data: {} });
});

export const accountMailHandlers = [
  onUserRegistered,
  ...[events.userUpdated, events.userSuspended, events.userReinstated].map(event =>
    once(event, ({ data }, tx) => onUserChanged(tx, data)),
  ),
  onUserDeleted,
];

export const accountTemplates = [welcome, accountDeleted];
