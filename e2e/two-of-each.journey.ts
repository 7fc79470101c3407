import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoLoss } from './chaos/expect-clean.ts';
import { signalAndAwait } from './chaos/targets.ts';
import { requests } from './chaos/workloads/requests.ts';
import { type Answer, aSubscriberToBe, aVisitor, expectStatus, type KnownUser } from './platform/user.ts';
import { startWhole, type Whole } from './platform/whole.ts';
import type { WholeAddresses } from './platform/whole-addresses.ts';

/* The product with two of every process, behind balancers. */

let own: Whole;
beforeAll(async () => {
  own = await startWhole({ twoOfEach: true });
});
afterAll(() => own?.stop());

const gatewaysOf = ({ processes }: WholeAddresses) => [processes.gateway ?? '', processes['gateway-2'] ?? ''];

/** Calls one gateway, as a page from the public address does. */
const callAt = (gateway: string, method: string, path: string, cookie: string, body?: unknown) =>
  aVisitor({ url: gateway }).call(method, path, body, { origin: own.addresses.url, cookie });

const cookiesOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');

const signInAt = (gateway: string, email: string, password: string) =>
  callAt(gateway, 'POST', '/api/auth/signin', '', { email, password });

describe('two of each', () => {
  let user: KnownUser;
  beforeAll(async () => {
    user = await aSubscriberToBe(own.addresses);
  });

  test('a session of one gateway is valid at both, and ends at both', async () => {
    row('beyond/two-of-each');
    const [one = '', two = ''] = gatewaysOf(own.addresses);
    const cookie = cookiesOf(await expectStatus(signInAt(one, user.email, user.password), 200));
    const idAt = async (gateway: string) => {
      const { json } = await callAt(gateway, 'GET', '/api/auth/user', cookie);
      return (json as { id?: string } | null)?.id;
    };
    expect([await idAt(one), await idAt(two)]).toEqual([user.id, user.id]);
    await expectStatus(callAt(two, 'POST', '/api/auth/signout', cookie), 200);
    const isRefused = async () => (await callAt(one, 'GET', '/api/user', cookie)).status === 401;
    await until(isRefused, { timeoutMs: 1_000 });
  });

  test('wrong passwords are counted once for both', async () => {
    row('beyond/two-of-each');
    const [one = '', two = ''] = gatewaysOf(own.addresses);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) {
      const { status } = await signInAt(tries % 2 === 0 ? one : two, user.email, `wrong ${newId()}`);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await signInAt(two, user.email, user.password)).status).toBe(429);
  });

  test('SIGTERM of one instance fails no request', async () => {
    row('beyond/two-of-each');
    const whole = own.addresses;
    await expectNoLoss('SIGTERM, to one of two,', {
      whole,
      targets: ['gateway', 'gateway-2', 'auth-2', 'leads', 'billing-2', 'catalog', 'content-2'],
      withinMs: 20_000,
      inject: target => signalAndAwait(whole, target, 'SIGTERM'),
      besides: stage => [requests(stage)],
    });
  }, 420_000);

  test('kill -9 of one instance loses and doubles nothing', async () => {
    row('beyond/two-of-each');
    const whole = own.addresses;
    const targets = Object.keys(whole.processes);
    await expectNoLoss('SIGKILL, to one of two,', { whole, targets, withinMs: 20_000 });
  }, 420_000);
});
