import type { Queries, Tx } from '@closingwire/chassis/pg';

export type StoredKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
};

const COLUMNS = `id, name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt"`;
const LIVE = 'revoked_at is null and (expires_at is null or expires_at > $2)';

export function listApiKeys(pg: Queries, userId: string, now: Date): Promise<StoredKey[]> {
  return pg.query<StoredKey>(
    `select ${COLUMNS} from api_keys where user_id = $1 and ${LIVE} order by created_at desc, id`,
    [userId, now],
  );
}

export function insertApiKey(
  tx: Tx,
  key: { id: string; userId: string; name: string; prefix: string; hash: Buffer; createdAt: Date },
): Promise<StoredKey> {
  return tx.one<StoredKey>(
    `insert into api_keys (id, user_id, name, prefix, key_hash, created_at)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [key.id, key.userId, key.name, key.prefix, key.hash, key.createdAt],
  );
}

/** Lets a live key of the user end at a time; undefined when they have none of this id. */
export function endApiKey(
  tx: Tx,
  { id, userId, end }: { id: string; userId: string; end: Date },
  now: Date,
): Promise<StoredKey | undefined> {
  return tx.maybe<StoredKey>(
    `update api_keys set expires_at = least(expires_at, $4),
       revoked_at = case when $4 <= $2 then $2::timestamptz end
     where id = $3 and user_id = $1 and ${LIVE} returning ${COLUMNS}`,
    [userId, now, id, end],
  );
}

/** The owner of a live key, if they may use the product; records the use at most once a minute. */
export async function useApiKey(pg: Queries, hash: Buffer, now: Date): Promise<string | undefined> {
  const found = await pg.maybe<{ userId: string; isRecorded: boolean }>(
    `select k.user_id as "userId", coalesce(k.last_used_at > $2::timestamptz - interval '1 minute', false)
       as "isRecorded"
     from api_keys k join users u on u.id = k.user_id
     where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
       and u.deleted_at is null and u.status = 'active' and (u.banned_until is null or u.banned_until <= $2)`,
    [hash, now],
  );
  if (found && !found.isRecorded) {
    await pg.query('update api_keys set last_used_at = $2 where key_hash = $1', [hash, now]);
  }
  return found?.userId;
}
