import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { refusalOf } from './refusal.ts';

const problem = (status: number, code: string, detail: object = {}) =>
  new ApiError(status, 'The reason', { message: 'The reason', code, ...detail });

test('missing columns keep the columns for the mapping', () => {
  const detail = {
    missing: ['full_name'],
    found: ['Seller', 'City'],
    fields: [null, 'city'],
    examples: [['Ann Example'], []],
  };
  expect(refusalOf(problem(400, 'missing_columns', detail), 'check')).toMatchObject({
    title: 'Required columns are missing',
    columns: [
      { header: 'Seller', field: null, examples: ['Ann Example'] },
      { header: 'City', field: 'city', examples: [] },
    ],
    missing: ['full_name'],
    canTryAgain: false,
  });
});

test('repeated columns keep their numbers', () => {
  const detail = { field: 'sqft', columns: [1, 2], found: ['Sqft', 'Square feet'] };
  expect(refusalOf(problem(400, 'repeated_columns', detail), 'check')).toMatchObject({
    repeated: { field: 'sqft', columns: [1, 2] },
    columns: [
      { header: 'Sqft', field: undefined, examples: [] },
      { header: 'Square feet', field: undefined, examples: [] },
    ],
  });
});

test('an unknown format has the reason of the server', () => {
  const refusal = refusalOf(problem(400, 'unknown_container'), 'check');
  expect(refusal).toMatchObject({ title: 'This file cannot be read', text: 'The reason', missing: [] });
  expect(refusal).not.toHaveProperty('columns');
});

test('a failure of the service can be tried again', () => {
  for (const status of [502, 503, 504]) {
    expect(refusalOf(new ApiError(status, `${status}: Bad Gateway`), 'check')).toMatchObject({
      title: 'The file could not be sent',
      text: 'The file could not be checked. Try again in a moment.',
      canTryAgain: true,
    });
  }
});

test('a delivery without a reply may be stored', () => {
  const failure = new TypeError('The file could not be sent');
  expect(refusalOf(failure, 'check').text).toMatch(/Choose it again/);
  expect(refusalOf(failure, 'delivery').text).toMatch(/not known whether the rows were accepted/);
});
