import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
  undefined: 'nothing',
};

const formats: Record<string, string> = {
  email: 'an email address',
  uuid: 'an id (UUID)',
  url: 'a web address',
  datetime: 'a point in time such as 2026-03-01T08:00:00Z',
  date: 'a day such as 2026-03-01',
  regex: 'text of the documented form',
};

const units: Record<string, string> = { string: ' characters', array: ' entries' };

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(value => JSON.stringify(value));
  return values.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

const isIssue = (issue: object): issue is Issue => 'code' in issue;

/** What was expected, in the words of the product instead of the validator's. */
export function expectedBy(issue: object): string {
  if (!isIssue(issue)) return 'Expected another value';
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${types[issue.expected] ?? 'another value'}`;
    case 'too_small':
      return `Expected at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      return `Expected at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'invalid_format':
      return `Expected ${formats[issue.format] ?? 'text of the documented form'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Expected ${listed(issue.values)}`
        : `Expected one of ${listed(issue.values)}`;
    case 'not_multiple_of':
      return `Expected a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Expected no field ${listed(issue.keys)}`;
    default:
      return 'Expected another value';
  }
}
