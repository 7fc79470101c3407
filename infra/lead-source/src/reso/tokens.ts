import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';

export type ResoCredentials = {
  clientId: string;
  clientSecret: string;
  fixedToken: string;
  tokenSeconds: number;
};

export type Tokens = {
  issue(): { access_token: string; token_type: 'Bearer'; expires_in: number; scope: 'api' };
  /** Throws `unauthenticated` for a missing, unknown or expired token. */
  check(authorization: string | undefined): void;
  /** Throws `unauthenticated` unless the credentials are those of the client. */
  checkClient(credentials: { id: string | undefined; secret: string | undefined }): void;
  /** Makes every issued token expired. */
  expireAll(): void;
};

const isSame = (one: string, other: string) => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

const unauthenticated = (code: string, message: string) => new AppError('unauthenticated', code, message);

/** Issues expiring bearer tokens for OAuth2 client credentials, and also accepts a fixed token. */
export function tokensOf(
  { clientId, clientSecret, fixedToken, tokenSeconds }: ResoCredentials,
  now: () => number,
): Tokens {
  let secret = randomBytes(32);
  const sign = (expiresAt: string) => createHmac('sha256', secret).update(expiresAt).digest('base64url');

  function isValid(token: string): boolean {
    const [expiresAt = '', signature = ''] = token.split('.');
    return isSame(signature, sign(expiresAt)) && Number(expiresAt) > now();
  }

  return {
    issue() {
      const expiresAt = String(now() + tokenSeconds * 1000);
      const access_token = `${expiresAt}.${sign(expiresAt)}`;
      return { access_token, token_type: 'Bearer', expires_in: tokenSeconds, scope: 'api' };
    },
    check(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw unauthenticated('no_token', 'Expected a bearer token');
      if (isSame(token, fixedToken) || isValid(token)) return;
      throw unauthenticated('invalid_token', 'The token is unknown or has expired; request a new one');
    },
    checkClient({ id = '', secret: given = '' }) {
      if (isSame(id, clientId) && isSame(given, clientSecret)) return;
      throw unauthenticated('invalid_client', 'The client is unknown or its secret is wrong');
    },
    expireAll() {
      secret = randomBytes(32);
    },
  };
}
