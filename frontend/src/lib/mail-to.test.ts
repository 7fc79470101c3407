import { expect, test } from 'vitest';
import { mailTo } from './mail-to.ts';

test.each([
  ['edna@example.com', 'mailto:edna@example.com'],
  ['a+b@example.com', 'mailto:a%2Bb@example.com'],
  ['a?bcc=spy@example.com', 'mailto:a%3Fbcc%3Dspy@example.com'],
  ['a&b"c@example.com', 'mailto:a%26b%22c@example.com'],
])('the link to %s is %s', (email, link) => {
  expect(mailTo(email)).toBe(link);
});
