import { expect, test, vi } from 'vitest';
import { rowReader } from './row-reader.ts';

const lead: Record<string, unknown> = {
  fullName: 'Ann',
  address1: '1 Elm St',
  zip: '2134',
  state: 'MA',
  city: 'Boston',
  price: 'lots',
};

function read(changes: Record<string, unknown>) {
  const handling = { pass: vi.fn(), reject: vi.fn(), drop: vi.fn(), repaired: vi.fn() };
  const reader = rowReader('2026-03-19', 'month-first', handling);
  const values: Record<string, unknown> = { ...lead, ...changes };
  reader.take([{ line: 2, lead: ({ name }) => values[name] }]);
  return handling;
}

test('cells are reported only of rows that are kept', () => {
  const kept = read({ soldDate: '2026-03-09' });
  expect(kept.drop).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ line: 2, field: 'price' }));
  expect(kept.repaired).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ repair: 'zeros' }));
  const rejected = read({ soldDate: 'in May' });
  expect(rejected.reject).toHaveBeenCalledOnce();
  expect(rejected.drop).not.toHaveBeenCalled();
  expect(rejected.repaired).not.toHaveBeenCalled();
});
