import { rowsOf } from '../chaos/look.ts';
import type { PaymentSandbox, TestClock } from './payment-sandbox.ts';
import { aZipWithItsList, subscribeToFreeZips } from './subscribe.ts';
import { aSubscriberToBe, expectStatus, type KnownUser, type User } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

/** Somebody on trial, their ZIPs, and the clock that the provider has them on. */
export type Trial = { user: KnownUser; zips: string[]; clock: TestClock };

/** A trial with so many ZIPs, the first of which has its list. */
export async function aTrial(whole: WholeAddresses, sandbox: PaymentSandbox, count: number): Promise<Trial> {
  const user = await aSubscriberToBe(whole);
  const zips = [await aZipWithItsList(user)];
  if (count > 1) zips.push(...(await subscribeToFreeZips(user, count - 1)));
  const clock = await sandbox.newClock();
  await clock.take(user);
  return { user, zips, clock };
}

/** The product goes by the machine's clock, which nobody moves: a credit of no days ends a trial today. */
export const endTrial = (admin: User, { id }: KnownUser) =>
  expectStatus(admin.call('PATCH', `/api/admin/users/${id}`, { trialDays: 0 }), 200);

/** 402 once the lists are closed. */
export const statusOfLists = async (user: User) => (await user.call('GET', '/api/user/agents')).status;

/** What a service's crontab does every minute or day, now. */
export const runJob = (whole: WholeAddresses, service: string, job: string) =>
  rowsOf(whole, service, 'select graphile_worker.add_job($1)', [job]);
