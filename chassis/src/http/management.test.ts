import { expect, test } from 'vitest';
import { managementUrlOf } from './management.ts';

test.each([
  ['http://127.0.0.1:8101', 'http://127.0.0.1:9101'],
  ['http://auth', 'http://auth:1080'],
  ['http://auth:8080/', 'http://auth:9080'],
])('%s is managed at %s', (url, expected) => {
  expect(managementUrlOf(url)).toBe(expected);
});
