import { z } from 'zod';

export const sessionTokens = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});
export type SessionTokens = z.output<typeof sessionTokens>;

const HIDDEN = 'kept-in-a-cookie';
const expiry = z.object({ exp: z.number() });

/** The token's claims with an empty signature: they can be read, and open nothing. */
const unsigned = (token: string) => token.slice(0, token.lastIndexOf('.') + 1);

/** A session as a page may hold it: everything but what would prove it to anybody. */
export const describeSession = (session: SessionTokens): SessionTokens => ({
  ...session,
  access_token: unsigned(session.access_token),
  refresh_token: HIDDEN,
});

/** The description of a session of which there is only the access token, a JWT. `now` in milliseconds. */
export function describeToken(accessToken: string, now: number): SessionTokens {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { exp } = expiry.parse(JSON.parse(payload));
  return {
    access_token: unsigned(accessToken),
    refresh_token: HIDDEN,
    token_type: 'bearer',
    expires_at: exp,
    expires_in: Math.max(0, exp - Math.floor(now / 1000)),
  };
}
