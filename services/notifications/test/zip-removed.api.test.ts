import { newId } from '@closingwire/chassis/ids';
import { userRegistered } from '@closingwire/contracts/auth';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import type { ZipRemoval } from '@closingwire/contracts/zip-removal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aSubscription, aUser } from './states.ts';

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications();
});
afterAll(() => notifications.stop());

async function emitted(...[event, data, id = newId()]: Parameters<RunningNotifications['emit']>) {
  await notifications.emit(event, data, id);
  await notifications.handled(id);
}

async function aSubscriber(facts: Parameters<typeof aUser>[0] = {}) {
  const user = aUser(facts);
  await emitted(userRegistered, user);
  const subscription = aSubscription(user, { zipCode: '98101', city: 'Seattle', state: 'WA' });
  await emitted(subscriptionCreated, subscription);
  const ended = { ...subscription, version: 2, cancelledAt: '2026-11-28T04:00:00Z' };
  return { user, ended };
}

const subject = 'ClosingWire removed ZIP code 98101 from your account';
const removal: ZipRemoval = { effect: 'reduced', monthlyCents: 3_000, chargedFrom: null };

test('a removed ZIP is mailed once with its last day and the price, delivered twice', async () => {
  row('beyond/zip-removed');
  const { user, ended } = await aSubscriber({ emailNotifications: false });
  const id = newId();
  for (const _ of [1, 2]) await notifications.emit(subscriptionCancelled, { ...ended, removal }, id);
  await emitted(subscriptionCancelled, { ...ended, removal });
  const [mail, ...others] = await mailsAbout(user.email, subject);
  expect(others).toEqual([]);
  const text = mail?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Your last day was Friday, November 27, 2026, and its list is closed.');
  expect(text).toContain('you pay $30 a month for your other ZIP codes.');
  expect(await notifications.mailsFor(user)).toEqual(['zip-removed']);
});

test.each([
  [{ effect: 'free' }, 'nothing changes in price'],
  [{ effect: 'not-paying', monthlyCents: 0 }, 'Nothing was charged for it, and nothing will be.'],
  [
    { effect: 'before-first-charge', chargedFrom: '2026-12-04T12:00:00Z' },
    'From December 4, 2026, you pay $30 a month',
  ],
  [{ effect: 'ended', monthlyCents: 0 }, 'nothing more is charged'],
] as const)('the mail of %o says what is charged', async (changes, price) => {
  const { user, ended } = await aSubscriber();
  await emitted(subscriptionCancelled, { ...ended, removal: { ...removal, ...changes } });
  const [mail] = await mailsAbout(user.email, subject);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(price);
});

test('a ZIP that its user gave back is not mailed', async () => {
  const { user, ended } = await aSubscriber();
  await emitted(subscriptionCancelled, ended);
  expect(await notifications.mailsFor(user)).toEqual([]);
});
