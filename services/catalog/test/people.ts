import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { type UserState, userRegistered } from '@closingwire/contracts/auth';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import type { Claim } from '@closingwire/contracts/catalog';
import type { TestCatalog } from './start-catalog.ts';

export function aPerson(change: Partial<UserState> = {}): UserState {
  const id = change.id ?? newId();
  return {
    id,
    version: 1,
    email: `${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Example',
    phone: '(310) 555-0101',
    companyName: 'Example Ltd',
    industry: 'Mortgages',
    teamSize: 'Just me (1)',
    status: 'active',
    isAdmin: false,
    emailNotifications: true,
    activatedAt: new Date().toISOString(),
    ...change,
  };
}

/** Registers a person and waits until the catalogue has heard of her. */
export async function aKnownPerson(
  { bus, db }: Pick<TestCatalog, 'bus' | 'db'>,
  change: Partial<UserState> = {},
): Promise<UserState> {
  const person = aPerson(change);
  await bus.send(userRegistered, [{ data: person }]);
  await until(async () => (await db.query('select 1 from people where id = $1', [person.id])).rowCount);
  return person;
}

export function aSubscription(
  person: UserState,
  claim: Pick<Claim, 'claimId' | 'zipCode'>,
  change: Partial<SubscriptionState> = {},
): SubscriptionState {
  return {
    id: newId(),
    version: 1,
    accountId: person.id,
    zipCode: claim.zipCode,
    city: 'Somewhere',
    state: 'CA',
    industry: person.industry,
    kind: 'trial',
    claimId: claim.claimId,
    createdAt: new Date().toISOString(),
    cancelledAt: null,
    ...change,
  };
}

/** What billing asks when somebody orders. */
export function anOrder(person: Pick<UserState, 'id' | 'industry'>, zipCodes: string[]) {
  return { intentId: newId(), userId: person.id, industry: person.industry, zipCodes, holdSeconds: 600 };
}

/** Holds one ZIP for a person. */
export async function held(catalog: TestCatalog, person: UserState, zipCode: string): Promise<Claim> {
  const { claims } = await catalog.billing.claimZips(anOrder(person, [zipCode]));
  const [claim] = claims;
  if (!claim) throw new Error('Expected a claim');
  return claim;
}
