import { withDatabase } from '@closingwire/topology/addresses';
import { expect, test } from 'vitest';

test('the database of an address is replaced, options kept', () => {
  expect(withDatabase('postgres://u:p@h:5432/postgres?sslmode=require', 'leads')).toBe(
    'postgres://u:p@h:5432/leads?sslmode=require',
  );
});

test('an address without a database gets one', () => {
  expect(withDatabase('mongodb://a:1,b:2', 'content')).toBe('mongodb://a:1,b:2/content');
});
