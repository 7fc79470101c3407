import { type ExchangeOptions, exchange } from './exchange.ts';
import { FeedError } from './feed-error.ts';
import type { Limiter } from './limiter.ts';
import { checkStatus } from './reply-status.ts';

export type Credentials =
  | { kind: 'client'; tokenUrl: string; clientId: string; clientSecret: string }
  | { kind: 'token'; token: string };

export type Tokens = {
  /** Returns a token that is valid for a while. */
  current(): Promise<string>;
  /** Whether another token can be had. */
  renewable: boolean;
  /** Drops the token, so that `current` requests another one. */
  forget(): void;
};

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;
/** The life of a token whose reply does not tell it. */
const USUAL_LIFE_S = 3_600;

type Issued = { token: string; renewAt: number };

/** Reads a reply of RFC 6749, section 5.1. */
function issued(text: string, now: number): Issued {
  const { access_token: token, expires_in: seconds } = (() => {
    try {
      return (JSON.parse(text) ?? {}) as { access_token?: unknown; expires_in?: unknown };
    } catch (cause) {
      throw new FeedError('away', 'Expected a token as whole JSON; the body ended early', { cause });
    }
  })();
  if (typeof token !== 'string' || /[^\x21-\x7e]/.test(token) || token === '')
    throw new FeedError('refused', 'Expected an `access_token` from the token address');
  const life = Number(seconds);
  const lifeMs = (Number.isFinite(life) && life > 0 ? life : USUAL_LIFE_S) * 1_000;
  // Renews a short-lived token at half its life.
  return { token, renewAt: now + lifeMs - Math.min(EARLY_MS, lifeMs / 2) };
}

/** Encodes a name or a secret for HTTP Basic, as RFC 6749, section 2.3.1, requires. */
const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);

/** Returns the tokens of a feed: a fixed one, or those of OAuth 2 client credentials. */
export function tokensOf(credentials: Credentials, options: ExchangeOptions & { limiter: Limiter }): Tokens {
  if (credentials.kind === 'token')
    return { current: async () => credentials.token, renewable: false, forget: () => {} };
  const { tokenUrl, clientId, clientSecret } = credentials;
  let held: Issued | undefined;

  const ask = async (form: Record<string, string>, headers: Record<string, string>) => {
    await options.limiter.start(options.signal);
    try {
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      return await exchange(
        { url: tokenUrl, method: 'POST', headers: { ...type, ...headers }, body },
        options,
      );
    } finally {
      options.limiter.end();
    }
  };

  async function request(): Promise<Issued> {
    const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64');
    let reply = await ask({ scope: 'api' }, { authorization: `Basic ${basic}` });
    // Some servers take the client from the form alone.
    if (reply.status === 400 || reply.status === 401)
      reply = await ask({ scope: 'api', client_id: clientId, client_secret: clientSecret }, {});
    checkStatus(reply);
    return issued(reply.text, performance.now());
  }

  return {
    renewable: true,
    forget: () => {
      held = undefined;
    },
    async current() {
      if (!held || performance.now() >= held.renewAt) held = await request();
      return held.token;
    },
  };
}
