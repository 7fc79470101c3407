import { expect, test } from 'vitest';
import { UNKNOWN_VALUE } from '../kafka/unknown-values.ts';
import { AppError } from '../process/app-error.ts';
import { countAttempts } from './attempts.ts';

const unknown = new AppError('unavailable', UNKNOWN_VALUE, 'got a new value');

test('an unknown value waits for less than a minute, then is parked', () => {
  let ms = 0;
  const attempts = countAttempts({ now: () => ms });
  const verdicts = Array.from({ length: 31 }, () => {
    const { kind } = attempts.failed('t/0/7', unknown);
    ms += 2_000;
    return kind;
  });
  expect(verdicts.indexOf('park')).toBe(25);
});

test('many unknown values of a partition wait as long as one', () => {
  let ms = 0;
  const attempts = countAttempts({ now: () => ms });
  expect(attempts.failed('t/0/7', unknown).kind).toBe('wait');
  ms = 50_000;
  expect(attempts.failed('t/0/7', unknown).kind).toBe('park');
  expect(attempts.failed('t/0/8', unknown).kind).toBe('park');
  expect(attempts.failed('t/1/8', unknown).kind).toBe('wait');
});

test('the unknown values of a later update are waited for again', () => {
  let ms = 0;
  const attempts = countAttempts({ now: () => ms });
  attempts.failed('t/0/7', unknown);
  ms = 60_000;
  expect(attempts.failed('t/0/7', unknown).kind).toBe('park');
  ms += 5 * 60_000;
  expect(attempts.failed('t/0/8', unknown).kind).toBe('wait');
});

test('tries with an unknown value do not count for another failure', () => {
  const attempts = countAttempts({ now: () => 0 });
  for (let count = 0; count < 20; count++) attempts.failed('t/0/7', unknown);
  expect(attempts.failed('t/0/7', new Error('the database refused it'))).toEqual({ kind: 'wait', ms: 200 });
});
