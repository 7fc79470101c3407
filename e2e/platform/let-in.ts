import { until } from '@closingwire/chassis/testing';
import { expectStatus, type User } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

/** Returns the status of a call with only the user's access token. The user's cookies stay even if the call is refused. */
export async function statusByToken({ url }: WholeAddresses, user: User): Promise<number> {
  const headers = { cookie: `cw_access=${user.cookie('cw_access')}` };
  return (await fetch(new URL('/api/subscriptions', url), { headers })).status;
}

/** Signs in and waits until the gateway accepts the reinstated user. */
export async function untilLetIn(whole: WholeAddresses, user: User): Promise<void> {
  await expectStatus(user.call('POST', '/api/auth/signin', user), 200);
  await until(async () => (await statusByToken(whole, user)) === 200);
}
