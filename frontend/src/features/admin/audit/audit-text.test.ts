import type { AuditChange, AuditLogEntry } from '@closingwire/contracts/audit';
import { describe, expect, test } from 'vitest';
import { aboutLines, actorLines, changeLines, originLines } from './audit-text.ts';

const id = '01936b3c-0000-7000-8000-000000000001';
const entry: AuditLogEntry = {
  id: '1',
  at: '2026-11-22T12:00:00.000Z',
  action: 'sign-in',
  text: 'Signed in',
  actor: null,
  keyHolder: '',
  target: null,
  subject: '',
  changes: [],
  ip: '',
  device: '',
  outcome: 'done',
  status: null,
};

describe('an entry of the audit log', () => {
  test('names who did it as well as is known', () => {
    const actor = { id, name: 'Ada Admin', email: 'ada@example.com' };
    expect(actorLines({ ...entry, actor })).toEqual(['Ada Admin', 'ada@example.com']);
    expect(actorLines({ ...entry, actor: { ...actor, name: '' } })).toEqual(['ada@example.com']);
    expect(actorLines({ ...entry, actor: { id, name: '', email: '' } })).toEqual([id]);
    expect(actorLines({ ...entry, keyHolder: 'Lead source' })).toEqual(['Lead source']);
    expect(actorLines(entry)).toEqual(['Somebody unknown']);
  });

  test('names what it was about, and nothing twice', () => {
    const target = { id, name: '', email: 'sam@example.com' };
    expect(aboutLines({ ...entry, target, subject: '90210' })).toEqual(['sam@example.com', '90210']);
    expect(aboutLines({ ...entry, target: { ...target, name: 'Sam' } })).toEqual(['Sam', 'sam@example.com']);
    expect(aboutLines({ ...entry, subject: 'STRIPE_TEST_MODE' })).toEqual([
      'Stripe test mode',
      'STRIPE_TEST_MODE',
    ]);
    expect(aboutLines(entry)).toEqual([]);
  });

  test('lists what was changed', () => {
    const lines = (...changes: AuditChange[]) => changeLines({ ...entry, changes });
    expect(
      lines(
        { field: 'priceNote', from: '50', to: '60' },
        { field: 'value', from: '', to: 'https://example.com' },
        { field: 'decision', to: 'approved' },
        { field: 'question', from: 'Why?' },
        { field: 'isAvailable', from: 'yes', to: 'yes' },
        { field: 'answer' },
        { field: 'ofTomorrow', to: '1' },
      ),
    ).toEqual([
      'Price note, USD: from 50 to 60',
      'Value: from empty to https://example.com',
      'Decision: approved',
      'Question: Why?, removed',
      'Available: yes, as before',
      'Answer changed',
      'ofTomorrow: 1',
    ]);
  });

  test('names where it came from, if that is known', () => {
    expect(originLines({ ...entry, device: 'Firefox', ip: '192.0.2.1' })).toEqual(['Firefox', '192.0.2.1']);
    expect(originLines(entry)).toEqual([]);
  });
});
