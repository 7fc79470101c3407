import { expect, test } from 'vitest';
import { nameOf } from './files.ts';

test('a file is named after its preset, its view and its day', () => {
  const at = new Date('2026-11-27T09:00:00.000Z');
  expect(nameOf('hubspot', null, at)).toBe('closingwire-hubspot-2026-11-27');
  expect(nameOf('full', 'Client A & "Sons"', at)).toBe('closingwire-full-client-a-sons-2026-11-27');
  expect(nameOf('full', '顧客', at)).toBe('closingwire-full-2026-11-27');
  expect(nameOf('dashboard', 'Client A', at)).toBe('custom-agent-filter-2026-11-27');
});
