import { AppError, kindTable } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { authApi } from '@closingwire/contracts/auth';

export type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/** Requests that were already on their way with the old cookie get the same new tokens for this long. */
const SHARE_MS = 10_000;

/**
 * Trades a refresh token for new tokens at auth; requests that come together share one trade. Resolves to
 * undefined when the token is no longer good; throws `unavailable` when auth does not answer.
 */
export function refresher(authUrl: string, identity: Identity) {
  const auth = callInternal(authApi, { url: authUrl, token: () => identity.serviceToken('auth') });
  const trades = new Map<string, Promise<Tokens | undefined>>();

  async function trade(refreshToken: string): Promise<Tokens | undefined> {
    try {
      return await auth.refreshSession({ refreshToken });
    } catch (error) {
      if (error instanceof AppError && kindTable[error.kind].status < 500 && error.kind !== 'too-many')
        return undefined;
      throw error;
    }
  }

  return (refreshToken: string): Promise<Tokens | undefined> => {
    const known = trades.get(refreshToken);
    if (known) return known;
    const started = trade(refreshToken);
    trades.set(refreshToken, started);
    const forget = () => trades.delete(refreshToken);
    started.then(() => setTimeout(forget, SHARE_MS).unref(), forget);
    return started;
  };
}
