import { settingKey } from '@closingwire/contracts/content';
import fc from 'fast-check';
import { afterAll, test as base, expect } from 'vitest';
import { buildWorld, type World } from './authorization/world.ts';
import { seededRandom } from './chaos/seeded-random.ts';
import { type Attack, attacksOn } from './hostile/attacks.ts';
import { exampleOf } from './hostile/example.ts';
import { type OpenRoute, openRoutes } from './hostile/input-schema.ts';
import { type HostileRequest, requestOf } from './hostile/request.ts';
import { wireRoutes } from './hostile/wire-routes.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Every route of the contracts, each part of its input replaced by each hostile value, and random JSON: the product accepts or refuses it in time, and never fails. */

const AT_ONCE = 16;
const PATIENCE_MS = 5_000;
/** `make fuzz` asks for more. */
const RANDOM_PER_ROUTE = Number(process.env.FUZZ_PER_ROUTE ?? 80);
/** For routes without input, or with a huge reply. */
const FEW = 5;
const heavy = new Set(['catalog.listAllZips']);
const SEED = Number(process.env.FUZZ_SEED ?? 8);

const whole = theWhole();

const test = base
  .extend('world', { scope: 'file' }, () => buildWorld(whole))
  .extend('callers', { scope: 'file' }, ({ world }) => callersIn(world));

let limited = 0;

type Caller = Pick<World['user'], 'send'>;

/** Every kind of caller, with accounts that nothing else needs. */
async function callersIn(world: World): Promise<Record<string, Caller>> {
  const bearing = (token: string): Caller => ({
    send: (method, path, body, headers) =>
      world.nobody.send(method, path, body, { ...headers, authorization: `Bearer ${token}` }),
  });
  const user = await aSubscriberToBe(whole);
  return {
    public: world.nobody,
    user,
    wireUser: bearing(user.cookie('cw_access') ?? ''),
    subscriber: world.user,
    admin: world.admin,
    partner: bearing(world.apiKey),
  };
}

// Accepted settings stay: a wrong webhook address would leave later orders without lists.
afterAll(async () => {
  const admin = await demoAdmin(whole);
  for (const key of settingKey.options) {
    await expectStatus(admin.call('DELETE', `/api/admin/settings/${key}`), 200);
  }
});

const randomAttacks = (): Attack[] =>
  fc
    .sample(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), { numRuns: RANDOM_PER_ROUTE, seed: SEED })
    .map((input, number) => ({ what: `random ${number} of seed ${SEED}`, input }));

function* requestsTo(route: OpenRoute): Generator<HostileRequest> {
  const example = exampleOf(route.input) ?? {};
  for (const attack of attacksOn(example)) yield requestOf(route, attack);
  const isDull = Object.keys(example).length === 0 || heavy.has(route.name);
  for (const attack of randomAttacks().slice(0, isDull ? FEW : RANDOM_PER_ROUTE)) {
    yield requestOf(route, attack);
  }
}

const callerOf = (
  world: World,
  callers: Record<string, Caller>,
  { name, meta: { access } }: OpenRoute,
): Caller => callers[access === 'user' && name.startsWith('wire.') ? 'wireUser' : access] ?? world.nobody;

/** Returns what is wrong with the reply; undefined if nothing is. */
async function faultOf(caller: Caller, { method, path, body }: HostileRequest): Promise<string | undefined> {
  const began = performance.now();
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await caller.send(method, path, body, headers).catch(error => String(error.cause ?? error));
  if (typeof answer === 'string') return answer;
  const { status, text, json } = answer;
  if (status === 429) limited++;
  if (performance.now() - began > PATIENCE_MS) return `took ${performance.now() - began} ms`;
  if (status >= 500 && status !== 501) return `${status} ${text.slice(0, 200)}`;
  if (status < 400) return undefined;
  // A problem document, or an error of the wire protocol in either of its forms.
  const { message, msg, code, error_code } = (json ?? {}) as Record<string, unknown>;
  const words = message ?? msg;
  if (typeof words !== 'string' || typeof (error_code ?? code) !== 'string')
    return `${status} without a reason`;
  return /^(Invalid (input|option|string|key)|Too (small|big))/.test(words)
    ? `raw words: ${words}`
    : undefined;
}

/** Routes that end a session or an account, or take rights, come last. */
const isHarsh = ({ name }: OpenRoute) =>
  /signOut|deleteAccount|endSession|endOtherSessions|setUserStatus|setUserDetails|updatePassword/.test(name);

test('no route fails on hostile input', { timeout: 600_000 }, async ({ world, callers }) => {
  row('beyond/hostile-input');
  const open = [...openRoutes.filter(({ meta }) => meta.access !== 'internal'), ...wireRoutes];
  const askedOf = (routes: OpenRoute[]) =>
    routes.flatMap(route =>
      [...requestsTo(route)].map(request => ({ request, caller: callerOf(world, callers, route) })),
    );
  const mild = seededRandom(SEED).shuffled(askedOf(open.filter(route => !isHarsh(route))));
  const waiting = [...mild, ...askedOf(open.filter(isHarsh))];
  const count = waiting.length;
  const faults: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const fault = await faultOf(next.caller, next.request);
      if (fault) faults.push(`${next.request.what}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(faults.slice(0, 500)).toEqual([]);
  // Rate-limited requests tested nothing.
  expect(count - limited).toBeGreaterThan(10_000);
});
