import { expect, test } from 'vitest';
import { countAttempts } from '../events/attempts.ts';
import { AppError, type Kind, kindOfStatus, kindTable } from './app-error.ts';

const statuses: Record<Kind, number> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  denied: 403,
  missing: 404,
  'not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  'headers-too-large': 431,
  broken: 500,
  incomplete: 408,
  unsupported: 415,
  'not-implemented': 501,
  unavailable: 503,
  timeout: 504,
};

test('every kind has its own status', () => {
  const given = Object.fromEntries(Object.entries(kindTable).map(([kind, { status }]) => [kind, status]));
  expect(given).toEqual(statuses);
  for (const [kind, status] of Object.entries(statuses)) expect(kindOfStatus(status)).toBe(kind);
});

test('an unknown status maps to the nearest kind', () => {
  expect([kindOfStatus(418), kindOfStatus(502)]).toEqual(['invalid', 'broken']);
});

test("our faults log as errors, callers' faults do not", () => {
  const loud = Object.entries(kindTable).filter(([, { level }]) => level === 'error');
  expect(loud.map(([kind]) => kind)).toEqual(['broken']);
});

test('the cause is kept', () => {
  const cause = new Error('why');
  expect(new AppError('conflict', 'taken', 'Taken', { cause }).cause).toBe(cause);
});

const fails = (error: unknown) => {
  const attempts = countAttempts();
  return Array.from({ length: 6 }, () => attempts.failed('m', error).kind);
};

test('each kind is retried or parked as its table says', () => {
  for (const [kind, { consumer }] of Object.entries(kindTable)) {
    const [first] = fails(new AppError(kind as Kind, 'x', 'x'));
    expect([kind, first]).toEqual([kind, consumer === 'park' ? 'park' : 'wait']);
  }
});

test('an unknown error is tried five times', () => {
  expect(fails(new TypeError('bug')).slice(0, 5)).toEqual(['wait', 'wait', 'wait', 'wait', 'park']);
});

test('tries do not count while the database or bus is away', () => {
  expect(fails(new AppError('unavailable', 'database_unavailable', 'x'))).toEqual(Array(6).fill('wait'));
  expect(fails(new AppError('unavailable', 'bus_unavailable', 'x'))).toEqual(Array(6).fill('wait'));
  expect(fails(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toEqual(Array(6).fill('wait'));
});
