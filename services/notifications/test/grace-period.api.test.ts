import { newId } from '@closingwire/chassis/ids';
import { userRegistered } from '@closingwire/contracts/auth';
import {
  paymentFailed,
  paymentGivenUp,
  standingChanged,
  trialExpired,
  trialGraceEnded,
  trialGraceEnding,
} from '@closingwire/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxOf, mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { anAccount, aUser } from './states.ts';

const now = new Date('2026-03-26T10:00:00Z');

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications({ clock: () => now });
});
afterAll(() => notifications.stop());

const emit: RunningNotifications['emit'] = (...event) => notifications.emit(...event);
async function expiredUser(changes: Parameters<typeof anAccount>[1] = {}) {
  const user = aUser();
  await emit(userRegistered, user);
  const id = newId();
  await emit(standingChanged, anAccount(user, { paymentState: 'none', ...changes }), id);
  await notifications.handled(id);
  return user;
}

const mailsTo = async (address: string) =>
  (await inboxOf(address)).map(({ subject }) => subject).filter(subject => !subject.includes('has begun'));

test('the end of a grace period is mailed once before and once after', async () => {
  const user = await expiredUser();
  const grace = { releaseAt: '2026-03-29T08:00:00Z', zipCodes: ['90210', '98030'] };
  const ending = { ...anAccount(user, { version: 2 }), ...grace };
  const id = newId();
  await emit(trialGraceEnding, ending, id);
  await emit(trialGraceEnding, ending, id);
  await emit(trialGraceEnding, ending);
  await mailsAbout(user.email, 'We keep your 2 ZIP codes until March 29, 2026');
  const ended = { ...anAccount(user, { version: 3, zipCount: 0, monthlyAmountCents: 0 }), ...grace };
  await emit(trialGraceEnded, ended);
  const again = newId();
  await emit(trialGraceEnded, ended, again);
  await notifications.handled(again);
  await mailsAbout(user.email, 'Your 2 ZIP codes can now be had by others');
  expect(await mailsTo(user.email)).toHaveLength(2);
});

test('a user who has paid gets no mail about a grace period', async () => {
  const user = await expiredUser({ version: 5, hasActivePayment: true, paymentState: 'active' });
  const id = newId();
  await emit(
    trialGraceEnding,
    { ...anAccount(user, { version: 2 }), releaseAt: '2026-03-29T08:00:00Z', zipCodes: ['90210'] },
    id,
  );
  await notifications.handled(id);
  expect(await notifications.mailsFor(user)).toEqual([]);
});

test('a user with only granted ZIPs gets no mail about the end', async () => {
  const granted = { zipCount: 2, grantedZipCount: 2, unpaidZipCount: 0, monthlyAmountCents: 0 };
  const user = await expiredUser(granted);
  const id = newId();
  await emit(trialExpired, anAccount(user, { version: 2, paymentState: 'none', ...granted }), id);
  await notifications.handled(id);
  expect(await notifications.mailsFor(user)).toEqual([]);
});

test('a failed charge names its amount and next attempt', async () => {
  const user = await expiredUser();
  const pastDue = {
    paymentState: 'past_due',
    nextPaymentAttemptAt: '2026-03-29T10:00:00Z',
    amountDueCents: 4_500,
  } as const;
  await emit(paymentFailed, anAccount(user, { version: 2, ...pastDue }));
  const [mail] = await mailsAbout(user.email, 'Your payment did not go through');
  expect(mail?.text).toContain('We could not charge $45 to your card.');
  expect(mail?.text).toContain('The next try is on March 29, 2026.');
});

test('an ended subscription is mailed once and not called a trial', async () => {
  const user = await expiredUser();
  const ended = anAccount(user, { version: 2, paymentState: 'ended' });
  await emit(paymentGivenUp, ended);
  const id = newId();
  await emit(paymentGivenUp, ended, id);
  await notifications.handled(id);
  const [mail] = await mailsAbout(user.email, 'Your subscription has ended');
  expect(mail?.text).not.toMatch(/trial/i);
  expect(await mailsTo(user.email)).toHaveLength(1);
});
