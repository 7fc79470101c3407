import { type DeclaredRoute, declaredRoutes } from '@closingwire/contracts/api';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from './authorisation/ask.ts';
import { type CallerName, callersOf, expectedOf, serviceToken } from './authorisation/callers.ts';
import { rows } from './authorisation/rows.ts';
import { buildWorld, type World } from './authorisation/world.ts';
import { aVisitor, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

let world: World;
let callers: Awaited<ReturnType<typeof callersOf>>;

beforeAll(async () => {
  world = await buildWorld(theWhole());
  callers = await callersOf(world);
});

const names = () => Object.keys(callers) as CallerName[];

async function answersOf(route: DeclaredRoute): Promise<Record<string, number>> {
  const row = rows[route.name];
  const answers: Record<string, number> = {};
  for (const name of names()) answers[name] = await ask(callers[name], route, row, world);
  return answers;
}

function expectedFor({ name, access }: DeclaredRoute): Record<string, number> {
  const { ok, but } = rows[name];
  return Object.fromEntries(
    names().map(caller => [caller, expectedOf[access][caller] ?? but?.[caller] ?? ok]),
  );
}

describe('the authorisation matrix', () => {
  test('has a row for every declared route', () => {
    expect(Object.keys(rows).toSorted()).toEqual(declaredRoutes.map(({ name }) => name).toSorted());
  });

  test.each(declaredRoutes.filter(({ name }) => !rows[name].endsSession))(
    '$name ($access) lets in whom it should',
    async route => {
      row('product/roles', 'role/server');
      expect(await answersOf(route)).toEqual(expectedFor(route));
    },
  );

  test('a conversion without unpaid ZIPs is refused', async () => {
    row('validation/empty-conversion');
    const answer = await world.other.call('POST', '/api/convert-trial', {});
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ message: 'Add ZIP codes to continue' });
  });

  test('the login address leads to the sign-in page', async () => {
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

  test('signing out ends the own session only', async () => {
    const { whole, user } = world;
    const second = await signedIn(whole, user.email, user.password);
    expect((await second.call('POST', '/api/auth/signout')).status).toBe(200);
    expect((await second.call('GET', '/api/user')).status).toBe(401);
    expect((await user.call('GET', '/api/user')).status).toBe(200);
    expect((await aVisitor(whole).call('POST', '/api/auth/signout')).status).toBe(200);
  });
});

describe('internal routes at their own process', () => {
  test.each(declaredRoutes.filter(({ access }) => access === 'internal'))(
    '$name serves services only',
    async route => {
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
