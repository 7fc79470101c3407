import { until } from '@closingwire/chassis/testing';
import type { AccountStanding } from '@closingwire/contracts/billing';
import { expectStatus, type User } from './user.ts';

export async function standingOf(user: User): Promise<AccountStanding> {
  const { json } = await expectStatus(user.call('GET', '/api/user'), 200);
  return json as AccountStanding;
}

/** Returns the user's standing once `isSo` accepts it. */
export const untilStanding = (user: User, isSo: (standing: AccountStanding) => boolean) =>
  until(async () => {
    const standing = await standingOf(user);
    return isSo(standing) ? standing : undefined;
  });

export const untilState = (user: User, state: AccountStanding['paymentState']) =>
  untilStanding(user, ({ paymentState }) => paymentState === state);
