import { until } from '@closingwire/chassis/testing';
import type { AccountStanding } from '@closingwire/contracts/billing';
import { expectStatus, type Person } from './person.ts';

export async function standingOf(person: Person): Promise<AccountStanding> {
  const { json } = await expectStatus(person.call('GET', '/api/user'), 200);
  return json as AccountStanding;
}

/** Resolves with the standing once it is so. */
export const untilStanding = (person: Person, isSo: (standing: AccountStanding) => boolean) =>
  until(async () => {
    const standing = await standingOf(person);
    return isSo(standing) ? standing : undefined;
  });

export const untilState = (person: Person, state: AccountStanding['paymentState']) =>
  untilStanding(person, ({ paymentState }) => paymentState === state);
