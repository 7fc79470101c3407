import { hash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { authApi } from '@closingwire/contracts/auth';
import { LRUCache } from 'lru-cache';

/**
 * How long a reply of auth is reused. A key that was revoked or rotated, or whose owner was suspended, stops within a
 * second, even while the event bus is down (ADR 46).
 */
const REMEMBERED_MS = 700;
const MOST_REMEMBERED = 10_000;

const partnerKey = /^cw_[\w-]{1,100}$/;

export type PartnerKeys = {
  /** Returns the user who owns a key, undefined for an invalid one. Throws `unavailable` while auth is down. */
  ownerOf(key: string): Promise<string | undefined>;
};

type Answer = { userId: string | null };

const keysUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'api_keys_unavailable', 'API keys cannot be checked now; try again shortly', {
    cause,
    detail: { retryAfterSeconds: 5 },
  });

/** Looks up API keys in auth, about once a second per key. */
export function openPartnerKeys(
  authUrl: string,
  identity: Pick<Identity, 'serviceToken'>,
  now: () => number = Date.now,
): PartnerKeys {
  const auth = callInternal(
    { resolveApiKey: authApi.resolveApiKey },
    { url: authUrl, token: () => identity.serviceToken('auth') },
  );
  const answers = new LRUCache<string, Answer & { until: number }>({ max: MOST_REMEMBERED });
  const asking = new Map<string, Promise<Answer>>();

  async function ask(key: string, fingerprint: string): Promise<Answer> {
    const askedAt = now();
    try {
      const answer = await auth.resolveApiKey({ key });
      answers.set(fingerprint, { ...answer, until: askedAt + REMEMBERED_MS });
      return answer;
    } catch (cause) {
      throw keysUnavailable(cause);
    } finally {
      asking.delete(fingerprint);
    }
  }

  return {
    async ownerOf(key) {
      if (!partnerKey.test(key)) return undefined;
      const fingerprint = hash('sha256', key, 'base64');
      const known = answers.get(fingerprint);
      if (known && known.until > now()) return known.userId ?? undefined;
      const pending = asking.get(fingerprint) ?? ask(key, fingerprint);
      asking.set(fingerprint, pending);
      return (await pending).userId ?? undefined;
    },
  };
}
