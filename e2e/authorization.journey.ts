import { type DeclaredRoute, declaredRoutes } from '@closingwire/contracts/api';
import { test as base, describe, expect } from 'vitest';
import { ask } from './authorization/ask.ts';
import { type CallerName, callersOf, expectedOf, serviceToken } from './authorization/callers.ts';
import { rows } from './authorization/rows.ts';
import { buildWorld, type World } from './authorization/world.ts';
import { aVisitor, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

type Callers = Awaited<ReturnType<typeof callersOf>>;

const test = base
  .extend('world', { scope: 'file' }, () => buildWorld(theWhole()))
  .extend('callers', { scope: 'file' }, ({ world }) => callersOf(world));

const names = (callers: Callers) => Object.keys(callers) as CallerName[];

async function answersOf(
  world: World,
  callers: Callers,
  route: DeclaredRoute,
): Promise<Record<string, number>> {
  const row = rows[route.name];
  const answers: Record<string, number> = {};
  for (const name of names(callers)) answers[name] = await ask(callers[name], route, row, world);
  return answers;
}

function expectedFor(callers: Callers, { name, access }: DeclaredRoute): Record<string, number> {
  const { ok, but } = rows[name];
  return Object.fromEntries(
    names(callers).map(caller => [caller, expectedOf[access][caller] ?? but?.[caller] ?? ok]),
  );
}

describe('the authorization matrix', () => {
  test('has a row for every declared route', () => {
    expect(Object.keys(rows).toSorted()).toEqual(declaredRoutes.map(({ name }) => name).toSorted());
  });

  test.for(declaredRoutes.filter(({ name }) => !rows[name].endsSession))(
    '$name ($access) admits the right callers',
    async (route, { world, callers }) => {
      row('product/roles', 'role/server');
      expect(await answersOf(world, callers, route)).toEqual(expectedFor(callers, route));
    },
  );

  test('a conversion without unpaid ZIPs is refused', async ({ world }) => {
    row('validation/empty-conversion');
    const answer = await world.other.call('POST', '/api/convert-trial', {});
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ message: 'Add ZIP codes to continue' });
  });

  test('the login address leads to the sign-in page', async ({ world }) => {
    row('call/get-login');
    const to = async (next: string) => {
      const { status, headers } = await aVisitor(world.whole).call('GET', `/api/login?next=${next}`);
      expect(status).toBe(303);
      return headers.get('location');
    };
    expect(await to(encodeURIComponent('/dashboard?page=2'))).toContain(
      `/auth?next=${encodeURIComponent('/dashboard?page=2')}`,
    );
    expect(await to(encodeURIComponent('//elsewhere.example.com'))).not.toContain('elsewhere');
  });

  test('signing out ends only this session', async ({ world }) => {
    const { whole, user } = world;
    const second = await signedIn(whole, user.email, user.password);
    expect((await second.call('POST', '/api/auth/signout')).status).toBe(200);
    expect((await second.call('GET', '/api/user')).status).toBe(401);
    expect((await user.call('GET', '/api/user')).status).toBe(200);
    expect((await aVisitor(whole).call('POST', '/api/auth/signout')).status).toBe(200);
  });
});

describe('internal routes of a process', () => {
  test.for(declaredRoutes.filter(({ access }) => access === 'internal'))(
    '$name serves services only',
    async (route, { world }) => {
      const { whole, user } = world;
      const own = aVisitor({ ...whole, url: whole.processes[route.service] ?? '' });
      const bearing = async (token?: string) => {
        const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const call = (method: string, path: string) =>
          own.call(method, path, method === 'GET' ? undefined : {}, authorization);
        return ask(call, route, rows[route.name], world);
      };
      expect(await bearing()).toBe(401);
      expect(await bearing(user.cookie('cw_access'))).toBe(403);
      expect([200, 202, 400]).toContain(await bearing(await serviceToken(whole)));
    },
  );
});
