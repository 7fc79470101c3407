import { until } from '@closingwire/chassis/testing';
import { MongoClient } from 'mongodb';
import { test as base, expect } from 'vitest';
import { rowsOf } from './chaos/look.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const databases = ['auth', 'billing', 'catalog', 'leads', 'notifications'];
const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };

const test = base
  .extend('user', { scope: 'file' }, () => aSubscriberToBe(whole))
  /** The user has paid, and has written to support. */
  .extend('zip', { scope: 'file', auto: true }, async ({ user }) => {
    const [zip = ''] = await subscribeToFreeZips(user, 1);
    const { json } = await expectStatus(user.call('POST', '/api/convert-trial'), 200);
    const { checkoutUrl } = json as { checkoutUrl: string };
    await fetch(checkoutUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) });
    const sessionId = checkoutUrl.split('/').at(-1);
    await expectStatus(user.call('POST', '/api/verify-payment', { sessionId }), 200);
    const message = { name: 'Ada Example', email: user.email, subject: 'Hello', message: 'How do I leave?' };
    await expectStatus(user.call('POST', '/api/contact', message), 200);
    return zip;
  });

/** Lists every table and collection that still contains the text. */
async function tracesOf(text: string): Promise<string[]> {
  const traces: string[] = [];
  for (const database of databases) {
    const tables = await rowsOf<{ name: string }>(
      whole,
      database,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'graphile_worker')`,
    );
    for (const { name } of tables) {
      const found = await rowsOf(
        whole,
        database,
        `select 1 from ${name} t where position($1 in t::text) > 0`,
        [text],
      );
      if (found.length > 0) traces.push(`${database} ${name}`);
    }
  }
  const mongo = await MongoClient.connect(whole.mongoUrl);
  for (const collection of await mongo.db('content').collections()) {
    const documents = await collection.find().toArray();
    if (JSON.stringify(documents).includes(text)) traces.push(`content ${collection.collectionName}`);
  }
  await mongo.close();
  return traces;
}

test('the export holds what every service keeps', async ({ user, zip }) => {
  await mailAbout(whole.mailApiUrl, user.email, new RegExp(`${zip}.* is ready`));
  const { json: facts } = await expectStatus(user.call('GET', '/api/user/export'), 200);
  expect(facts).toMatchObject({
    account: { profile: { id: user.id, email: user.email } },
    billing: { subscriptions: [{ zipCode: zip, kind: 'paid' }], charges: [{ status: 'paid' }] },
    zips: { claims: [{ zipCode: zip, state: 'confirmed' }] },
    leads: { person: { email: user.email }, subscriptions: [{ zipCode: zip }] },
    mails: { preferences: { email: user.email } },
    messages: { messages: [{ subject: 'Hello' }] },
  });
});

test('a deleted account is gone everywhere', async ({ user }) => {
  const { json: me } = await expectStatus(user.call('GET', '/api/user'), 200);
  const { stripeCustomerId } = me as { stripeCustomerId: string };
  const { statesOf } = await paymentSandbox(whole);
  const isLive = (state: string) => state !== 'canceled';
  expect((await statesOf(stripeCustomerId)).filter(isLive)).toHaveLength(1);
  const stores = new Set((await tracesOf(user.email)).map(trace => trace.split(' ')[0]));
  expect(stores).toEqual(new Set([...databases, 'content']));
  await expectStatus(user.call('DELETE', '/api/user', { password: 'not-hers' }), 400);
  await expectStatus(user.call('DELETE', '/api/user', { password: user.password }), 200);
  expect(user.cookie('cw_access')).toBeUndefined();
  await mailAbout(whole.mailApiUrl, user.email, /account was deleted/);
  await until(async () => !(await statesOf(stripeCustomerId)).some(isLive));
  const left = until(async () => (await tracesOf(user.email)).length === 0, { timeoutMs: 60_000 });
  await left.catch(async () => expect(await tracesOf(user.email)).toEqual([]));
  const claims = await rowsOf(whole, 'catalog', `select state from claims where user_id = $1`, [user.id]);
  expect(claims).toEqual([{ state: 'released' }]);
  const active = `select 1 from subscriptions where account_id = $1 and cancelled_at is null`;
  expect(await rowsOf(whole, 'billing', active, [user.id])).toEqual([]);
  const { email, password } = user;
  await expectStatus(user.call('POST', '/api/auth/signin', { email, password }), 400);
});
