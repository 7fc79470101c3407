import { createHash, hash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Caller, Identity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Queries } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth';
import { LRUCache } from 'lru-cache';

/** So long a key that was revoked may still be let in. */
const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 10_000;

const partnerKey = /^cw_[\w-]{1,100}$/;

export type PartnerKeys = {
  /** The user whose key it is; undefined for a worthless one. Throws `unavailable` when auth cannot be asked. */
  ownerOf(key: string): Promise<string | undefined>;
};

type Answer = { userId: string | null };

const keysUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'api_keys_unavailable', 'API keys cannot be checked now; try again shortly', {
    cause,
    detail: { retryAfterSeconds: 5 },
  });

/** Keys of the partner API as auth knows them, asked for once in a few seconds however many requests bring them. */
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

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Makes a key valid; only its hash is kept. Does nothing when it is valid already. */
export async function insertIngestionKey(db: Queries, name: string, key: string): Promise<void> {
  await db.query(
    'insert into ingestion_keys (id, name, key_hash) values ($1, $2, $3) on conflict (key_hash) do nothing',
    [newId(), name, hashOf(key)],
  );
}

/** The id of a key that may deliver leads. */
async function findIngestionKey(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(
    'select id from ingestion_keys where key_hash = $1 and revoked_at is null',
    [hashOf(key)],
  );
  return row?.id;
}

/** The id of the ingestion key that the caller sent; throws `unauthenticated` when it is not valid. */
export async function ingestionKeyOf(db: Queries, caller: Caller): Promise<string> {
  const id = caller.kind === 'key' ? await findIngestionKey(db, caller.token) : undefined;
  if (id) return id;
  throw new AppError('unauthenticated', 'unauthenticated', 'Expected a valid ingestion key as bearer');
}
