import { expect, test } from 'vitest';
import { judge } from './webhook-answer.ts';

const reply = (status: number) => judge({ status, retryAfterMs: 0, text: '' });

test.each([200, 202, 299])('%i is delivered', status => {
  expect(reply(status)).toBe('delivered');
});

test.each([199, 300, 307, 404, 429, 500])('%i is tried again', status => {
  expect(reply(status)).toBe('failed');
});

test('410 ends the delivery', () => {
  expect(reply(410)).toBe('gone');
});

test('no reply is tried again', () => {
  expect(judge({ error: 'No answer within 15000 ms' })).toBe('failed');
});
