import { createHash, timingSafeEqual } from 'node:crypto';

const SHORTEST = 43;
const LONGEST = 128;

/** What is wrong with the two parameters of a PKCE request; undefined when both fit or both are absent. */
export function pkceProblem(challenge: string, method: string): string | undefined {
  if ((challenge === '') !== (method === ''))
    return 'PKCE flow requires code_challenge_method and code_challenge';
  if (challenge === '') return undefined;
  if (challenge.length < SHORTEST || challenge.length > LONGEST) {
    return `code challenge has to be between ${SHORTEST} and ${LONGEST} characters`;
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    return 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes';
  }
  return /^(s256|plain)$/i.test(method) ? undefined : `code challenge method ${method} is not supported`;
}

/** Whether the verifier is the one whose challenge was sent when the sign-in began. */
export function verifierFits(challenge: string, method: 's256' | 'plain', verifier: string): boolean {
  const made = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
