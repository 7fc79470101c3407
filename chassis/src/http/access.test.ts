import type { Access } from '@closingwire/contracts/route';
import { expect, test } from 'vitest';
import { AppError, kindTable } from '../process/app-error.ts';
import { createLog } from '../process/log.ts';
import { checkAccess, requireAccess } from './access.ts';
import type { Caller, UserCaller } from './identity.ts';

const ada: UserCaller = {
  kind: 'user',
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Example',
  industry: 'Legal',
  isAdmin: false,
  sessionId: 's1',
  aal: 'aal1',
  activatedAt: new Date(0),
};
const callers = {
  nobody: { kind: 'nobody' },
  expired: { kind: 'nobody', reason: 'the token has expired' },
  user: ada,
  suspended: { ...ada, status: 'suspended' },
  admin: { ...ada, isAdmin: true },
  suspendedAdmin: { ...ada, isAdmin: true, status: 'suspended' },
  service: { kind: 'service', name: 'billing' },
  key: { kind: 'key', token: 'cw_x' },
} satisfies Record<string, Caller>;

type Who = keyof typeof callers;
const order = Object.keys(callers) as Who[];

function statusFor(access: Access, who: Who): number {
  try {
    checkAccess(access, callers[who]);
    return 200;
  } catch (error) {
    if (error instanceof AppError) return kindTable[error.kind].status;
    throw error;
  }
}

// Columns: nobody, expired, user, suspended, admin, suspended admin, service, key
const matrix: Record<Access, number[]> = {
  public: [200, 200, 200, 200, 200, 200, 200, 200],
  user: [401, 401, 200, 403, 200, 403, 401, 401],
  subscriber: [401, 401, 200, 403, 200, 403, 401, 401],
  admin: [401, 401, 404, 403, 200, 403, 401, 401],
  partner: [401, 401, 200, 200, 200, 200, 200, 200],
  ingest: [401, 401, 200, 200, 200, 200, 200, 200],
  internal: [401, 401, 403, 403, 403, 403, 200, 403],
};

test.each(Object.entries(matrix) as [Access, number[]][])(
  '%s admits only its callers',
  (access, expected) => {
    expect(order.map(who => statusFor(access, who))).toEqual(expected);
  },
);

test('a refusal tells whether a token was sent', () => {
  expect(() => checkAccess('user', callers.nobody)).toThrow('No token provided');
  expect(() => checkAccess('user', callers.expired)).toThrow('Unauthorized: the token has expired');
});

test('a denied user is logged', () => {
  const lines: string[] = [];
  const log = createLog('billing', 'info', { write: line => void lines.push(line) });
  const request = { id: 'r1', ip: '192.0.2.1', userAgent: 'a browser', route: '/api/admin/users' };
  expect(() => requireAccess('admin', { caller: ada, request, log })).toThrow('Not found');
  expect(() => requireAccess('admin', { caller: callers.nobody, request, log })).toThrow();
  requireAccess('admin', { caller: callers.admin, request, log });
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { audit: 'denied', actorId: 'u1', access: 'admin', route: '/api/admin/users', ip: '192.0.2.1' },
  ]);
});
