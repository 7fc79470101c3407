import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type UserState,
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import { z } from 'zod';
import { claimMail, forgetMails } from '../delivery/store.ts';
import { button, defineTemplate, paragraph } from '../delivery/template.ts';
import { greet } from '../delivery/wording.ts';
import { claimReadyLists, forgetSubscriptions } from '../lists/list-ready.ts';
import { forgetTrial } from '../trials/store.ts';
import { forgetUser, keepUser, optInAgain, recipientOf } from '../users/store.ts';

export const welcome = defineTemplate('welcome', {
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

export const accountDeleted = defineTemplate('account-deleted', {
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

/** Takes over what the settings say: turned on again there, an earlier click on 'unsubscribe' is over. */
async function takeOver(tx: Tx, user: UserState): Promise<void> {
  const before = await keepUser(tx, user);
  if (before && !before.emailNotifications && user.emailNotifications) await optInAgain(tx, user.id);
  await claimReadyLists(tx, { userId: user.id });
}

export const onUserUpdated = on(userUpdated, ({ data }, tx) => takeOver(tx, data));
export const onUserSuspended = on(userSuspended, ({ data }, tx) => takeOver(tx, data));
export const onUserReinstated = on(userReinstated, ({ data }, tx) => takeOver(tx, data));

export const onUserRegistered = on(userRegistered, async ({ data: user }, tx) => {
  await takeOver(tx, user);
  if (!(await recipientOf(tx, user.id))) return;
  await claimMail(tx, welcome, {
    to: user.email,
    key: user.id,
    userId: user.id,
    data: { firstName: user.firstName },
  });
});

/** Forgets the person, and tells her so once; that mail forgets her address when it is done with. */
export const onUserDeleted = on(userDeleted, async ({ data: { id, email: lastEmail } }, tx) => {
  const known = await forgetUser(tx, id);
  const email = lastEmail ?? known.email;
  await forgetMails(tx, { userId: id, email, farewell: accountDeleted });
  await forgetTrial(tx, id);
  await forgetSubscriptions(tx, id);
  if (known.isDeleted || email === '') return;
  await claimMail(tx, accountDeleted, { to: email, key: id, data: {} });
});
