import { rowsOf } from '../chaos/look.ts';
import type { PaymentSandbox, TestClock } from './payment-sandbox.ts';
import { aZipWithItsList, subscribeToFreeZips } from './subscribe.ts';
import { aSubscriberToBe, expectStatus, type KnownUser, type User } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

/** A user on trial, their ZIPs, and their clock at the provider. */
export type Trial = { user: KnownUser; zips: string[]; clock: TestClock };

/** Starts a trial with `count` ZIPs; the first one has its list. */
export async function aTrial(whole: WholeAddresses, sandbox: PaymentSandbox, count: number): Promise<Trial> {
  const user = await aSubscriberToBe(whole);
  const zips = [await aZipWithItsList(user)];
  if (count > 1) zips.push(...(await subscribeToFreeZips(user, count - 1)));
  const clock = await sandbox.newClock();
  await clock.take(user);
  return { user, zips, clock };
}

/** Credits this many days from today; 0 ends the trial. The product uses the machine's clock. */
export const endTrial = (admin: User, { id }: KnownUser, inDays = 0) =>
  expectStatus(admin.call('PATCH', `/api/admin/users/${id}`, { trialDays: inDays }), 200);

/** Returns the status of the user's lists: 402 after access has ended. */
export const statusOfLists = async (user: User) => (await user.call('GET', '/api/user/agents')).status;

/** Runs a job of a service's crontab now. */
export const runJob = (whole: WholeAddresses, service: string, job: string) =>
  rowsOf(whole, service, 'select graphile_worker.add_job($1)', [job]);
