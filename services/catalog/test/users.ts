import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { type UserState, userRegistered } from '@closingwire/contracts/auth';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { type ClaimedZip, zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import type { TestCatalog } from './start-catalog.ts';

export function aUser(change: Partial<UserState> = {}): UserState {
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

/** Registers a user and waits until catalog has stored them. */
export async function aKnownUser(
  { bus, db }: Pick<TestCatalog, 'bus' | 'db'>,
  change: Partial<UserState> = {},
): Promise<UserState> {
  const user = aUser(change);
  await bus.send(userRegistered, [{ data: user }]);
  await until(async () => (await db.query(sql`select 1 from users where id = ${user.id}`)).rowCount);
  return user;
}

export function aSubscription(
  user: UserState,
  claim: Pick<ClaimedZip, 'claimId' | 'zipCode'>,
  change: Partial<SubscriptionState> = {},
): SubscriptionState {
  return {
    id: newId(),
    version: 1,
    accountId: user.id,
    zipCode: claim.zipCode,
    city: 'Somewhere',
    state: 'CA',
    industry: user.industry,
    kind: 'trial',
    claimId: claim.claimId,
    createdAt: new Date().toISOString(),
    cancelledAt: null,
    ...change,
  };
}

/** Returns an order as billing passes it to catalog's `holdZips`. */
export function anOrder(user: Pick<UserState, 'id' | 'industry'>, zipCodes: string[]) {
  return { intentId: newId(), userId: user.id, industry: user.industry, zipCodes, holdSeconds: 600 };
}

export async function held(catalog: TestCatalog, user: UserState, zipCode: string): Promise<ClaimedZip> {
  const { claims } = await catalog.billing.holdZips(anOrder(user, [zipCode]));
  const [claim] = claims;
  if (!claim) throw new Error('Expected a claim');
  return claim;
}

/** Collects the published assignments and releases; each function returns those of one claim. */
export async function claimEvents({ listen }: TestCatalog) {
  const [assigned, released] = await Promise.all([listen(zipAssigned), listen(zipReleased)]);
  const ofClaim = (events: typeof assigned) => (claimId: string) =>
    events.map(({ data }) => data).filter(data => data.claimId === claimId);
  return { assigned: ofClaim(assigned), released: ofClaim(released) };
}
