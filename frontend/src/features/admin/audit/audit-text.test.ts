import { describe, expect, test } from 'vitest';
import { aboutLines, actorName, originLines } from './audit-text.ts';

const id = '01936b3c-0000-7000-8000-000000000001';
const entry = {
  id: '1',
  at: '2026-11-22T12:00:00.000Z',
  action: 'sign-in',
  text: 'Signed in',
  actor: null,
  target: null,
  subject: '',
  ip: '',
  device: '',
  outcome: 'done',
  status: null,
} as const;

describe('an entry of the audit log', () => {
  test('names who did it as well as is known', () => {
    const actor = { id, name: 'Ada Admin', email: 'ada@example.com' };
    expect(actorName({ ...entry, actor })).toBe('Ada Admin');
    expect(actorName({ ...entry, actor: { ...actor, name: '' } })).toBe('ada@example.com');
    expect(actorName({ ...entry, actor: { id, name: '', email: '' } })).toBe(id);
    expect(actorName(entry)).toBe('Somebody unknown');
  });

  test('says what it was about, and nothing twice', () => {
    const target = { id, name: '', email: 'sam@example.com' };
    expect(aboutLines({ ...entry, target, subject: '90210' })).toEqual(['sam@example.com', '90210']);
    expect(aboutLines({ ...entry, target: { ...target, name: 'Sam' } })).toEqual(['Sam', 'sam@example.com']);
    expect(aboutLines(entry)).toEqual([]);
  });

  test('says from where, if that is known', () => {
    expect(originLines({ ...entry, device: 'Firefox', ip: '192.0.2.1' })).toEqual(['Firefox', '192.0.2.1']);
    expect(originLines(entry)).toEqual([]);
  });
});
