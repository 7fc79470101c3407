import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UserCaller } from '@closingwire/chassis/identity';
import { expect, test } from 'vitest';
import type { Route } from '../routing-table.ts';
import { requestAudit } from './audit.ts';
import type { AuditedRequest } from './trail.ts';

const id = '01936b3c-0000-7000-8000-000000000002';
const route: Route = {
  name: 'leads.exportAgents',
  service: 'leads',
  access: 'user',
  method: 'POST',
  limit: 'export',
  path: '/api/export',
};
const user: UserCaller = {
  kind: 'user',
  id,
  email: 'x@example.com',
  firstName: '',
  lastName: '',
  industry: '',
  isAdmin: false,
  sessionId: '',
  aal: 'aal1',
  activatedAt: new Date(0),
};

/** Returns the audit entry and the log lines of one export. */
function auditOf(caller: UserCaller) {
  const kept: AuditedRequest[] = [];
  const logged: unknown[][] = [];
  const log = { error: (...entry: unknown[]) => void logged.push(entry) };
  const audit = requestAudit({ trail: { add: entry => void kept.push(entry) }, log });
  const res = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 200 });
  const request = { id: 'r-1', address: '192.0.2.1', network: '192.0.2.1', pathname: route.path };
  const req = { headers: {} } as IncomingMessage;
  audit.watch(req, res as unknown as ServerResponse, request, route)(caller);
  res.emit('close');
  return { kept, logged };
}

test('an export is kept', () => {
  expect(auditOf(user)).toMatchObject({ kept: [{ action: 'data-exported', actorId: id }], logged: [] });
});

test('an entry that cannot be kept is logged', () => {
  const { kept, logged } = auditOf({ ...user, id: 'no id' });
  expect(kept).toEqual([]);
  expect(logged).toEqual([
    [
      { err: expect.objectContaining({ name: 'ZodError' }), requestId: 'r-1', action: 'data-exported' },
      'audit entry is invalid and dropped',
    ],
  ]);
});
