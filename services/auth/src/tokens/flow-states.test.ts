import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { matchesChallenge, pkceProblem } from './flow-states.ts';

const verifier = 'v'.repeat(56);
const challenge = createHash('sha256').update(verifier).digest('base64url');

test('challenge and method need each other', () => {
  for (const [given, method] of [
    [challenge, ''],
    ['', 's256'],
  ] as const) {
    expect(pkceProblem(given, method)).toBe('PKCE flow requires code_challenge_method and code_challenge');
  }
  expect(pkceProblem('', '')).toBeUndefined();
  expect(pkceProblem(challenge, 'S256')).toBeUndefined();
});

test.each([['short'], ['x'.repeat(129)], [`${'x'.repeat(50)}!`]])('the challenge %s is refused', given => {
  expect(pkceProblem(given, 'plain')).toMatch(/^code challenge/);
});

test('only the verifier of the challenge matches', () => {
  expect(matchesChallenge(challenge, 's256', verifier)).toBe(true);
  expect(matchesChallenge(challenge, 's256', challenge)).toBe(false);
  expect(matchesChallenge(verifier, 'plain', verifier)).toBe(true);
});
