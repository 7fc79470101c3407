import type { Caller, UserCaller } from '@closingwire/chassis/identity';
import { describe, expect, test } from 'vitest';
import type { Route } from '../routing-table.ts';
import { actionOf, likenessOf, namedIn, type SeenRequest } from './rules.ts';

const user = (isAdmin = false): UserCaller => ({
  kind: 'user',
  id: '01936b3c-0000-7000-8000-000000000002',
  email: 'x@example.com',
  firstName: '',
  lastName: '',
  industry: '',
  isAdmin,
  sessionId: '',
  aal: 'aal1',
  activatedAt: new Date(0),
});
const key: Caller = { kind: 'key', token: 'a-key' };
const nobody: Caller = { kind: 'nobody' };
const admin: Route = {
  name: 'auth.setUserStatus',
  service: 'auth',
  access: 'admin',
  method: 'PATCH',
  path: '/api/admin/users/{userId}',
};
const list: Route = {
  name: 'auth.listUsers',
  service: 'auth',
  access: 'admin',
  method: 'GET',
  path: '/api/admin/users',
};
const lists: Route = {
  name: 'leads.listLeadLists',
  service: 'leads',
  access: 'user',
  method: 'GET',
  path: '/api/lead-lists',
};
const csv: Route = { ...lists, limit: 'export', path: '/api/user/agents/export' };
const ownList: Route = {
  ...lists,
  name: 'leads.removeOwnList',
  method: 'DELETE',
  path: '/api/user/own-lists/{kind}',
};
const signIn: Route = { ...lists, access: 'public', limit: 'sign-in', path: '/api/auth/signin' };
const partner: Route = { ...lists, access: 'partner', limit: 'partner' };
const wire: Route = { ...lists, access: 'public', method: '*', path: '/api/auth/v1/*' };
const optOut: Route = { ...lists, access: 'public', method: 'POST', limit: 'contact', path: '/api/opt-out' };
const optOutLink: Route = { ...optOut, path: '/api/opt-out/confirm' };

const seen = (route: Route, caller: Caller, status: number): SeenRequest => ({
  route,
  caller,
  status,
  pathname: route.path,
  address: '192.0.2.1',
  network: '192.0.2.1',
});

describe('the audit log keeps', () => {
  test.each([
    ['an admin change', admin, user(true), 200, 'admin-request'],
    ['an admin change that was refused', admin, user(true), 409, 'admin-request'],
    ['an admin change of something unknown', admin, user(true), 404, 'admin-request'],
    ['no reading by an admin', list, user(true), 200, undefined],
    ['no reading of something unknown by an admin', list, user(true), 404, undefined],
    ['a stranger at an admin route', list, user(), 404, 'request-denied'],
    ['an ended session', lists, user(), 401, 'request-denied'],
    ['a refused user', lists, user(), 403, 'request-denied'],
    ['no visitor at an admin route', list, nobody, 401, undefined],
    ['no thing that a user does not have', lists, user(), 404, undefined],
    ['an export', csv, user(), 200, 'data-exported'],
    ['an export that was refused', csv, user(), 402, 'data-exported'],
    ['a change of an own list', ownList, user(), 200, 'own-list-changed'],
    ['a change of an own list that was refused', ownList, user(), 400, 'own-list-changed'],
    ['no list of a visitor', ownList, nobody, 401, undefined],
    ['a limit of exports', csv, user(), 429, 'request-limited'],
    ['a limit of sign-ins', signIn, nobody, 429, 'request-limited'],
    ['a limit of the wire protocol', wire, nobody, 429, 'request-limited'],
    ['no other limit', optOut, nobody, 429, undefined],
    ['the use of a key', partner, key, 200, 'key-used'],
    ['the use of a key that is refused', partner, key, 401, 'key-used'],
    ['an opt-out of a visitor', optOut, nobody, 200, 'opt-out-requested'],
    ['the link of an opt-out', optOutLink, nobody, 200, 'opt-out-confirmed'],
    ['the link of an opt-out that is refused', optOutLink, nobody, 409, 'opt-out-confirmed'],
    ['no ordinary call', lists, user(), 200, undefined],
  ])('%s', (_text, route, caller, status, expected) => {
    expect(actionOf(seen(route, caller, status))).toBe(expected);
  });
});

describe('one entry a minute will do', () => {
  test('for calls with one key', () => {
    const first = likenessOf('key-used', seen(partner, key, 200));
    expect(likenessOf('key-used', seen(partner, key, 200))).toBe(first);
    expect(likenessOf('key-used', seen(partner, { kind: 'key', token: 'another' }, 200))).not.toBe(first);
  });

  test('for refused keys of one address', () => {
    const [one, two] = ['a', 'b'].map(token => seen(partner, { kind: 'key', token }, 401));
    expect(one && likenessOf('key-used', one)).toBe(two && likenessOf('key-used', two));
  });

  test('for no change', () => {
    expect(likenessOf('admin-request', seen(admin, user(true), 200))).toBeUndefined();
  });
});

describe('of a path', () => {
  const named = (path: string, pathname: string) => namedIn({ route: { ...admin, path }, pathname });

  test('ids are named', () => {
    const { id } = user();
    expect(named('/api/admin/users/{userId}', `/api/admin/users/${id}`)).toEqual({ userId: id });
    expect(named('/api/agents/{zip}', '/api/agents/90210')).toEqual({ zip: '90210' });
    expect(named('/a/{key}', '/a/STRIPE_TEST_MODE')).toEqual({ key: 'STRIPE_TEST_MODE' });
  });

  test('whatever may be a secret is not', () => {
    for (const parameter of ['token', 'userId', 'id', 'zip', 'key', 'constructor', '__proto__']) {
      expect(named(`/a/{${parameter}}`, '/a/cw_secret-canary')).toEqual({});
    }
    expect(named('/a/{token}', `/a/${user().id}`)).toEqual({});
  });
});
