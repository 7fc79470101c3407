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

type Fault = { text: string; isLate?: boolean };

/** Returns what is wrong with the reply; undefined if nothing is. */
async function faultOf(caller: Caller, request: HostileRequest): Promise<Fault | undefined> {
  const began = performance.now();
  const { method, path, body, what } = request;
  const faulty = (text: string): Fault => ({ text: `${what}: ${text}` });
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await caller.send(method, path, body, headers).catch(error => String(error.cause ?? error));
  if (typeof answer === 'string') return faulty(answer);
  const { status, text, json } = answer;
  if (status === 429) limited++;
  const tookMs = performance.now() - began;
  if (tookMs > PATIENCE_MS) return { ...faulty(`took ${tookMs} ms`), isLate: true };
  if (status >= 500 && status !== 501) return faulty(`${status} ${text.slice(0, 200)}`);
  if (status < 400) return undefined;
  // A problem document, or an error of the wire protocol in either of its forms.
  const { message, msg, code, error_code } = (json ?? {}) as Record<string, unknown>;
  const words = message ?? msg;
  if (typeof words !== 'string' || typeof (error_code ?? code) !== 'string')
    return faulty(`${status} without a reason`);
  return /^(Invalid (input|option|string|key)|Too (small|big))/.test(words)
    ? faulty(`raw words: ${words}`)
    : undefined;
}

type Asked = { request: HostileRequest; caller: Caller };

/**
 * Sends requests, many at once, and returns the faults. A late reply can be the fault of the others: only one that is late
 * again, when it is asked alone, is its own.
 */
async function faultsOf(asked: readonly Asked[]): Promise<string[]> {
  const waiting = [...asked];
  const late: Asked[] = [];
  const faults: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const fault = await faultOf(next.caller, next.request);
      if (fault?.isLate) late.push(next);
      else if (fault) faults.push(fault.text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { caller, request } of late) {
    const fault = await faultOf(caller, request);
    if (fault) faults.push(fault.text);
  }
  return faults;
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
  const harsh = askedOf(open.filter(isHarsh));
  const faults = [...(await faultsOf(mild)), ...(await faultsOf(harsh))];
  expect(faults.slice(0, 500)).toEqual([]);
  // Rate-limited requests tested nothing.
  expect(mild.length + harsh.length - limited).toBeGreaterThan(10_000);
});
