import { newId } from '@closingwire/chassis/ids';
import { userRegistered } from '@closingwire/contracts/auth';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { anOffer, aUser } from './states.ts';

const now = new Date('2026-11-27T15:30:00Z');

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications({ clock: () => now });
});
afterAll(() => notifications.stop());

async function emitted(...[event, data, id = newId()]: Parameters<RunningNotifications['emit']>) {
  await notifications.emit(event, data, id);
  await notifications.handled(id);
}

async function aWaitingUser(facts: Parameters<typeof aUser>[0] = {}) {
  const user = aUser(facts);
  await emitted(userRegistered, user);
  return user;
}

test('an offer is mailed once with its end and a link, delivered twice', async () => {
  const user = await aWaitingUser();
  const offer = anOffer(user.id);
  const eventId = newId();
  for (const _ of [1, 2]) await notifications.emit(zipOffered, offer, eventId);
  await emitted(zipOffered, offer);
  const [mail, ...others] = await mailsAbout(
    user.email,
    'ZIP code 78701 is free for you until Saturday, 9:30 AM CST',
  );
  expect(others).toEqual([]);
  const text = mail?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Until Saturday, November 28, 9:30 AM CST, only you can order it in your industry.');
  expect(text).toContain('Then you no longer wait for it.');
  expect(mail?.text).toContain('/zips?state=TX&search=78701');
  expect(await notifications.mailsFor(user)).toEqual(['zip-offer']);
});

test('each offer of a ZIP has its own mail', async () => {
  const user = await aWaitingUser();
  await emitted(zipOffered, anOffer(user.id));
  await emitted(zipOffered, anOffer(user.id));
  expect(await notifications.mailsFor(user)).toEqual(['zip-offer', 'zip-offer']);
});

test('an offer that has ended and one of a suspended user are not mailed', async () => {
  const user = await aWaitingUser();
  await emitted(zipOffered, anOffer(user.id, { endsAt: now.toISOString() }));
  expect(await notifications.mailsFor(user)).toEqual([]);
  const suspended = await aWaitingUser({ status: 'suspended' });
  await emitted(zipOffered, anOffer(suspended.id));
  expect(await notifications.mailsFor(suspended)).toEqual([]);
});
