import { section } from '../section.ts';

export const audit = section('Beyond the spec: the audit log', {
  'audit/one-place': {
    text: 'Sign-ins, denials, admin changes, exports, opt-outs and key use in one place: who, what, when, from where',
    call: 'GET /api/admin/audit',
  },
  'audit/changes': {
    text: 'An entry of a change says what it was about, the old value and the new one',
    call: 'GET /api/admin/audit',
  },
  'audit/former-address': {
    text: 'A user is found by a former e-mail address, until the account is deleted',
    call: ['GET /api/admin/audit', 'DELETE /api/user'],
  },
  'audit/search': {
    text: 'Searched by user or subject, action, network address and days',
    call: 'GET /api/admin/audit',
  },
  'audit/tab': {
    text: 'A tab of the operations page with filters in the address, pages, and words for nothing found and for failures',
    screen: '/admin/operations',
    call: 'GET /api/admin/audit',
  },
  'audit/admins-only': { text: 'The audit log does not exist for others', call: 'GET /api/admin/audit' },
  'audit/append-only': { text: "Append-only for the service's own connection" },
  'audit/erasure': {
    text: 'A deleted account leaves action, actor and time, and nothing that says more',
    call: 'DELETE /api/user',
  },
  'audit/every-kind': {
    text: 'Each kind of request stands in the audit log within two seconds',
    call: ['GET /api/admin/audit', 'POST /api/opt-out', 'POST /api/auth/signin'],
  },
  'audit/no-secrets': { text: 'No password, token or key stands in an entry' },
  'audit/no-flood': {
    text: 'A busy partner makes one entry a minute',
    call: 'GET /api/v1/agents-properties',
  },
  'audit/broker-away': { text: 'Requests are served while the event bus is away', call: 'POST /api/opt-out' },
});
