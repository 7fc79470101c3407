import { expect, test } from 'vitest';
import { checkStatusChange, takesAdmin } from './admin-rules.ts';

const code = (code: string) => expect.objectContaining({ code });
const suspended = { status: 'suspended' } as const;

test('nobody suspends their own account', () => {
  const own = { actorId: 'ada', userId: 'ada', takesLastAdmin: false };
  expect(() => checkStatusChange({ ...own, change: suspended })).toThrow(code('own_suspension'));
  expect(() => checkStatusChange({ ...own, change: { isAdmin: false } })).not.toThrow();
});

test('the last admin is kept', () => {
  const change = { actorId: 'bea', userId: 'ada', change: suspended };
  expect(() => checkStatusChange({ ...change, takesLastAdmin: true })).toThrow(code('last_admin'));
  expect(() => checkStatusChange({ ...change, takesLastAdmin: false })).not.toThrow();
});

test.each([
  ['suspending', suspended, true],
  ['demoting', { isAdmin: false }, true],
  ['promoting', { isAdmin: true }, false],
  ['reinstating', { status: 'active' as const }, false],
  ['changing nothing', {}, false],
])('%s takes an admin only from admins', (_what, change, takes) => {
  expect(takesAdmin({ isAdmin: true }, change)).toBe(takes);
  expect(takesAdmin({ isAdmin: false }, change)).toBe(false);
});
