import { describe, expect, it } from 'vitest';
import { recoveryToken } from './recovery-token.ts';

const now = new Date('2026-03-18T12:00:00Z');
const secret = 'a1'.repeat(32);
const signed = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const read = (token: string, type = 'recovery') =>
  recoveryToken(`#access_token=${token}&expires_in=3600&type=${type}`, now);

describe('the recovery token', () => {
  it('is read from a recovery fragment', () => {
    expect(read(secret)).toBe(secret);
    const later = signed({ sub: 'ü', exp: now.getTime() / 1000 + 1 });
    expect(read(later)).toBe(later);
    expect(read(signed({ sub: '1' }))).not.toBeNull();
  });

  it('is refused for another link type', () => {
    row('reset/token-from-fragment');
    expect(read(secret, 'signup')).toBeNull();
  });

  it('is absent when the token is empty', () => {
    row('validation/recovery-token');
    expect(read('')).toBeNull();
  });

  it('is refused when it is cut short or altered', () => {
    expect(
      [
        'abc',
        secret.slice(1),
        `${secret}0`,
        secret.toUpperCase(),
        'abc.def',
        'a.b.c',
        `${secret} x`,
        `${signed({})}.more`,
      ].map(token => read(token)),
    ).toEqual(Array.from({ length: 8 }, () => null));
  });

  it('is refused when it has expired', () => {
    expect(read(signed({ exp: now.getTime() / 1000 }))).toBeNull();
  });
});
