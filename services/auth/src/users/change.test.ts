import { expect, test } from 'vitest';
import { nora } from '../../test/nora.ts';
import { changeDetails, changeProfile, changeStatus } from './change.ts';

const form = {
  firstName: 'Nora',
  lastName: 'Newcomer',
  phone: '555-0199',
  companyName: 'Newcomer Lending',
  teamSize: 'Just me (1)' as const,
};

test('a profile changes no address', () => {
  const { fields } = changeProfile(form);
  expect(fields).toMatchObject({ contactPhone: '555-0199', firstName: 'Nora' });
  expect(Object.keys(fields)).not.toContain('email');
});

test('absent details stay as they are', () => {
  const { fields } = changeDetails({ firstName: undefined, companyName: 'Renamed' });
  expect(fields).toEqual({ companyName: 'Renamed' });
});

test('the event says what became of the status', () => {
  const { fields, event } = changeStatus(nora, { status: 'suspended' });
  expect([fields.status, event]).toEqual(['suspended', 'suspended']);
  const suspended = { ...nora, status: 'suspended' as const };
  expect(changeStatus(suspended, { status: 'active' }).event).toBe('reinstated');
  expect(changeStatus(suspended, { isAdmin: true })).toEqual({ event: 'updated', fields: { isAdmin: true } });
});
