import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { userRegistered, userUpdated } from '@closingwire/contracts/auth';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import { leadFlagged } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aUser } from './states.ts';

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications();
});
afterAll(() => notifications.stop());

async function aReporter(facts: Parameters<typeof aUser>[0] = {}) {
  const user = aUser(facts);
  const id = newId();
  await notifications.emit(userRegistered, user, id);
  await notifications.handled(id);
  return user;
}

function aFlag(userId: string) {
  const closingId = newId();
  return {
    ...{ id: newId(), version: 2, closingId, agentId: closingId, agentName: 'Carl Example', userId },
    ...{
      note: 'Wrong phone',
      status: 'resolved' as const,
      hasCredit: false,
      createdAt: '2026-03-01T08:00:00Z',
    },
  };
}
const aCredit = (accountId: string) => ({
  ...{ id: newId(), version: 2, accountId, zipCode: '98101', amountCents: 1_500, reason: null },
  decidedAt: '2026-03-01T09:00:00Z',
});

async function emitted(...[event, data]: Parameters<RunningNotifications['emit']>) {
  const id = newId();
  await notifications.emit(event, data, id);
  await notifications.handled(id);
}

test('a resolved flag is mailed to its reporter once', async () => {
  const user = await aReporter();
  const flag = aFlag(user.id);
  await emitted(leadFlagged, flag);
  await emitted(leadFlagged, { ...flag, version: 4 });
  const [mail, ...others] = await mailsAbout(user.email, 'We looked at the lead that you flagged');
  expect(others).toEqual([]);
  expect(mail?.text).toContain('your flag on Carl Example');
  expect(mail?.text).toContain('> Wrong phone');
  expect(await notifications.mailsFor(user)).toEqual(['flag-resolved']);
});

test('the mail about a hidden closing says that no list has it', async () => {
  row('admin/flag-mails');
  const user = await aReporter();
  await emitted(leadFlagged, { ...aFlag(user.id), isHidden: true });
  const [mail] = await mailsAbout(user.email, 'We looked at the lead that you flagged');
  expect(mail?.text).toContain('The lead is no longer in your lists.');
  expect(mail?.text).not.toContain('shows what we know now');
});

test('neither a reviewed flag nor one with a credit is mailed as resolved', async () => {
  const user = await aReporter();
  await emitted(leadFlagged, { ...aFlag(user.id), status: 'reviewed' });
  await emitted(leadFlagged, { ...aFlag(user.id), hasCredit: true });
  const { hasCredit: _, ...old } = aFlag(user.id);
  await emitted(leadFlagged, old);
  expect(await notifications.mailsFor(user)).toEqual([]);
});

test('a credit is mailed with its amount, delivered twice', async () => {
  const user = await aReporter();
  const credit = aCredit(user.id);
  const id = newId();
  for (const _ of [1, 2]) await notifications.emit(zipCreditDecided, credit, id);
  await emitted(zipCreditDecided, credit);
  const [mail] = await mailsAbout(user.email, '$15 credited for a wrong contact in 98101');
  expect(mail?.text).toContain('You get a credit of $15. Your next invoice uses it.');
  expect(await notifications.mailsFor(user)).toEqual(['flag-credit']);
});

test('a confirmed flag without a credit says why', async () => {
  const user = await aReporter();
  await emitted(zipCreditDecided, { ...aCredit(user.id), amountCents: 0, reason: 'trial' });
  const [mail] = await mailsAbout(user.email, 'You were right about a contact in 98101');
  expect(mail?.text).toContain('There is nothing to credit, because you are on a free trial');
});

test('a user without notices gets the mail of a credit, and none without one', async () => {
  const user = await aReporter({ emailNotifications: false });
  await emitted(zipCreditDecided, { ...aCredit(user.id), amountCents: 0, reason: 'trial' });
  await emitted(zipCreditDecided, aCredit(user.id));
  await mailsAbout(user.email, '$15 credited for a wrong contact in 98101');
  const ended = await until(async () => {
    const states = await notifications.mailStatesOf(user);
    return states.every(([, state]) => state !== 'waiting' && state !== 'sending') && states;
  });
  expect(ended).toEqual(
    expect.arrayContaining([
      ['flag-confirmed', 'skipped'],
      ['flag-credit', 'sent'],
    ]),
  );
});

test('a confirmation taken back is mailed once', async () => {
  row('beyond/confirmed-flag');
  const user = await aReporter();
  const takenBack = { contact: 'phone' as const, at: '2026-03-02T08:00:00.000Z' };
  const flag = { ...aFlag(user.id), hasCredit: true, status: 'reviewed' as const, takenBack };
  const id = newId();
  for (const _ of [1, 2]) await notifications.emit(leadFlagged, flag, id);
  await emitted(leadFlagged, flag);
  const moved = { ...user, version: 2, email: `${newId()}@example.com` };
  await emitted(userUpdated, moved);
  await emitted(leadFlagged, { ...flag, version: 3, status: 'pending' });
  const [mail, ...others] = await mailsAbout(user.email, 'We looked again at the lead that you flagged');
  expect(others).toEqual([]);
  expect(mail?.text).toContain('had confirmed that the phone of Carl Example is wrong');
  expect(mail?.text).toContain('If you got a credit for this flag, you keep it.');
  expect(await notifications.mailsFor(user)).toEqual(['flag-taken-back']);
  const again = { ...takenBack, at: '2026-03-03T08:00:00.000Z' };
  await emitted(leadFlagged, { ...flag, version: 5, takenBack: again });
  expect(await notifications.mailsFor(user)).toEqual(['flag-taken-back', 'flag-taken-back']);
});

const takenBack = { contact: 'phone' as const, at: '2026-03-02T08:00:00.000Z' };

test('a credit decided after its confirmation was taken back is mailed as money only', async () => {
  const user = await aReporter();
  const paid = { ...aFlag(user.id), status: 'reviewed' as const, takenBack };
  const unpaid = { ...aFlag(user.id), status: 'reviewed' as const, takenBack };
  for (const flag of [paid, unpaid]) await emitted(leadFlagged, flag);
  await emitted(zipCreditDecided, { ...aCredit(user.id), id: paid.id });
  await emitted(zipCreditDecided, { ...aCredit(user.id), id: unpaid.id, amountCents: 0, reason: 'trial' });
  const [mail] = await mailsAbout(user.email, '$15 credited for your flag in 98101');
  expect(mail?.text).toContain('has taken the confirmation of your flag back');
  expect(mail?.text).not.toContain('You were right');
  expect((await notifications.mailsFor(user)).toSorted()).toEqual([
    'flag-credit',
    'flag-taken-back',
    'flag-taken-back',
  ]);
});

test('a second confirmation is mailed once, and the first only with its credit', async () => {
  const user = await aReporter();
  const confirmed = { contact: 'phone' as const, at: '2026-03-01T09:00:00.000Z' };
  const flag = { ...aFlag(user.id), hasCredit: true, takenBack: null };
  await emitted(leadFlagged, { ...flag, confirmed });
  await emitted(leadFlagged, { ...flag, version: 3, status: 'reviewed', hasCredit: false, takenBack });
  expect(await notifications.mailsFor(user)).toEqual(['flag-taken-back']);
  const again = { ...flag, version: 4, confirmed: { ...confirmed, at: '2026-03-03T09:00:00.000Z' } };
  await emitted(leadFlagged, again);
  await emitted(leadFlagged, { ...again, version: 5 });
  const [mail, ...others] = await mailsAbout(user.email, 'You were right about the lead that you flagged');
  expect(others).toEqual([]);
  expect(mail?.text).toContain('has confirmed that the phone of Carl Example is wrong');
  expect(await notifications.mailsFor(user)).toEqual(['flag-taken-back', 'flag-confirmed-again']);
});

test('a user whose customer is gone at the payment provider hears of the flag', async () => {
  const user = await aReporter();
  await emitted(zipCreditDecided, { ...aCredit(user.id), amountCents: 0, reason: 'customer-gone' });
  const [mail] = await mailsAbout(user.email, 'You were right about a contact in 98101');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'our payment provider no longer has your customer account',
  );
});

test('a suspended user and a closed account get no mail', async () => {
  const suspended = await aReporter({ status: 'suspended' });
  await emitted(leadFlagged, aFlag(suspended.id));
  await emitted(zipCreditDecided, aCredit(suspended.id));
  const user = await aReporter();
  await emitted(zipCreditDecided, { ...aCredit(user.id), amountCents: 0, reason: 'account-closed' });
  expect(await notifications.mailsFor(suspended)).toEqual([]);
  expect(await notifications.mailsFor(user)).toEqual([]);
});
