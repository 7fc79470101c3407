import { until } from '@closingwire/chassis/testing';
import { subscribeToFreeZips } from '../platform/subscribe.ts';
import {
  aSubscriberToBe,
  aVisitor,
  demoAdmin,
  expectStatus,
  type KnownUser,
  signedIn,
  type User,
} from '../platform/user.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** One user of each kind of caller, and the objects that the requests name. */
export type World = {
  whole: WholeAddresses;
  nobody: User;
  user: KnownUser;
  other: KnownUser;
  expired: KnownUser;
  /** An access token issued before its user was suspended. */
  suspendedToken: string;
  admin: KnownUser;
  /** A ZIP to which `user` subscribes. */
  zip: string;
  /** A partner API key that `user` created. */
  apiKey: string;
  /** A subscription of `user` that a request may cancel. */
  subscriptionId: string;
  articleId: string;
};

/** Makes an admin of their own: the matrix ends the admin's other sessions, which other journeys use. */
async function anAdmin(whole: WholeAddresses): Promise<KnownUser> {
  const { id, email, password } = await aSubscriberToBe(whole);
  const demo = await demoAdmin(whole);
  await expectStatus(demo.call('PATCH', `/api/admin/users/${id}/status`, { isAdmin: true }), 200);
  return signedIn(whole, email, password);
}

export async function buildWorld(whole: WholeAddresses): Promise<World> {
  const admin = await anAdmin(whole);
  const [user, other, expired, suspended] = await Promise.all([
    aSubscriberToBe(whole),
    aSubscriberToBe(whole),
    aSubscriberToBe(whole),
    aSubscriberToBe(whole),
  ]);
  const [zip = '', spare = ''] = await subscribeToFreeZips(user, 2);
  await endTrial(admin, expired);
  const suspendedToken = suspended.cookie('cw_access') ?? '';
  await suspend(admin, suspended);
  return {
    whole,
    nobody: aVisitor(whole),
    user,
    other,
    expired,
    suspendedToken,
    admin,
    zip,
    apiKey: await someApiKey(user),
    subscriptionId: await subscriptionTo(spare, user),
    articleId: await someArticle(admin),
  };
}

async function endTrial(admin: User, { id, call }: KnownUser): Promise<void> {
  await expectStatus(admin.call('PATCH', `/api/admin/users/${id}`, { trialDays: 0 }), 200);
  await until(async () => (await call('GET', '/api/user/agents')).status === 402);
}

async function suspend(admin: User, { id, call }: KnownUser): Promise<void> {
  await expectStatus(admin.call('PATCH', `/api/admin/users/${id}/status`, { status: 'suspended' }), 200);
  await until(async () => (await call('GET', '/api/user')).status === 401);
}

async function subscriptionTo(zip: string, { call }: User): Promise<string> {
  const { json } = await expectStatus(call('GET', '/api/subscriptions'), 200);
  const found = (json as { id: string; zipCode: { zipCode: string } }[]).find(
    ({ zipCode }) => zipCode.zipCode === zip,
  );
  if (found === undefined) throw new Error(`Expected a subscription to ${zip}`);
  return found.id;
}

async function someArticle({ call }: User): Promise<string> {
  const draft = { question: 'May I?', answer: 'Yes.', category: 'Getting Started', isPublished: false };
  const { json } = await expectStatus(call('POST', '/api/admin/help-articles', draft), 201);
  return (json as { id: string }).id;
}

async function someApiKey({ call }: User): Promise<string> {
  const { json } = await expectStatus(call('POST', '/api/user/api-keys', { name: 'matrix' }), 200);
  return (json as { key: string }).key;
}
