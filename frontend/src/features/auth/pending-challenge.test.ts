import { describe, expect, it } from 'vitest';
import { pendingChallenge } from './pending-challenge.ts';

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
const waiting = tokenOf({
  app_metadata: { awaits_second_factor: true },
  user_metadata: { first_name: 'Zoë?>' },
});
const factors = [
  { id: '1', status: 'verified', friendly_name: 'My phone' },
  { id: '2', status: 'unverified', friendly_name: 'Half done' },
  { id: '3', status: 'verified' },
];

describe('the challenge of a session', () => {
  it('names the verified authenticators only', () => {
    expect(pendingChallenge({ access_token: waiting, user: { factors } })).toEqual([
      { id: '1', name: 'My phone' },
      { id: '3', name: 'Authenticator app' },
    ]);
  });

  it('is over once the second factor was seen', () => {
    const access_token = tokenOf({ app_metadata: {} });
    expect(pendingChallenge({ access_token, user: { factors } })).toBeNull();
  });

  it.each([
    ['no session', null],
    ['no factors', { access_token: waiting, user: {} }],
    ['a broken token', { access_token: 'x.%.', user: { factors } }],
  ])('is none with %s', (_, session) => {
    expect(pendingChallenge(session)).toBeNull();
  });
});
