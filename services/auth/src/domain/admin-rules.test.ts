import { expect, test } from 'vitest';
import { checkStatusChange } from './admin-rules.ts';

const code = (code: string) => expect.objectContaining({ code });

test('nobody suspends herself', () => {
  const suspend = () =>
    checkStatusChange({
      actorId: 'ada',
      userId: 'ada',
      change: { status: 'suspended' },
      activeAdmins: ['ada', 'bea'],
    });
  expect(suspend).toThrow(code('own_suspension'));
});

test.each([{ isAdmin: false }, { status: 'suspended' as const }])(
  'the last admin is kept from %j',
  change => {
    const before = { actorId: 'bea', userId: 'ada', change };
    expect(() => checkStatusChange({ ...before, activeAdmins: ['ada'] })).toThrow(code('last_admin'));
    expect(() => checkStatusChange({ ...before, activeAdmins: ['ada', 'bea'] })).not.toThrow();
  },
);

test.each([
  ['gives the role', { isAdmin: true }],
  ['reinstates', { status: 'active' as const }],
  ['changes nothing', {}],
])('a change that %s takes no admin', (_what, change) => {
  const proposal = { actorId: 'ada', userId: 'ada', change, activeAdmins: ['ada'] };
  expect(() => checkStatusChange(proposal)).not.toThrow();
});

test('somebody who is no admin is suspended freely', () => {
  const change = { status: 'suspended' as const };
  expect(() =>
    checkStatusChange({ actorId: 'ada', userId: 'nora', change, activeAdmins: ['ada'] }),
  ).not.toThrow();
});
