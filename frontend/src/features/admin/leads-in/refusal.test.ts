import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { refusalOf } from './refusal.ts';

const problem = (status: number, code: string, detail: object = {}) =>
  new ApiError(status, 'The reason', { message: 'The reason', code, ...detail });

test('missing columns keep the columns for the mapping', () => {
  const detail = {
    missing: ['full_name', 'address1'],
    found: ['Seller', 'City'],
    fields: [null, 'city'],
    notes: [null, 'The city of the sale'],
    examples: [['Ann Example'], []],
  };
  expect(refusalOf(problem(400, 'missing_columns', detail), 'check')).toMatchObject({
    title: 'Required columns are missing',
    columns: [
      { header: 'Seller', field: null, note: null, examples: ['Ann Example'] },
      { header: 'City', field: 'city', note: 'The city of the sale', examples: [] },
    ],
    missing: ['full_name', 'address1'],
    isAboutAgents: false,
    canTryAgain: false,
  });
});

describe('a file without agents', () => {
  const found = { found: ['id', 'date'], fields: ['address1', 'sold_date'] };
  const refuse = (detail: object) =>
    refusalOf(problem(400, 'missing_columns', { ...found, ...detail }), 'check');

  test('of a kind that never names agents is refused with the reason', () => {
    const reasons = { full_name: 'public records name no agents' };
    expect(refuse({ missing: ['full_name', 'zip'], reasons })).toMatchObject({
      title: 'This file names no agents',
      text: 'Public records name no agents. ClosingWire sells contacts of agents, so the file cannot be delivered as it is.',
      advice: expect.stringMatching(/^Ask the source for a file with each sale's agent .* Or choose below/),
      isAboutAgents: true,
    });
  });

  test('may have them in a column that is not known', () => {
    expect(refuse({ missing: ['full_name'], reasons: {} })).toMatchObject({
      title: "No column with the agent's name was found",
      text: expect.stringMatching(/^ClosingWire sells contacts of agents/),
      isAboutAgents: true,
    });
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
