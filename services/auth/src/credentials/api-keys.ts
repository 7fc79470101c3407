import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';

export type StoredKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
};

const COLUMNS = sql`id, name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt"`;
const isLive = (now: Date) =>
  sql`revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`;

export function listApiKeys(pg: Queries, userId: string, now: Date): Promise<StoredKey[]> {
  return pg.query<StoredKey>(
    sql`select ${COLUMNS} from api_keys where user_id = ${userId} and ${isLive(now)} order by created_at desc, id`,
  );
}

export function insertApiKey(
  tx: Tx,
  key: { id: string; userId: string; name: string; prefix: string; hash: Buffer; createdAt: Date },
): Promise<StoredKey> {
  return tx.one<StoredKey>(
    sql`insert into api_keys (id, user_id, name, prefix, key_hash, created_at)
     values (${key.id}, ${key.userId}, ${key.name}, ${key.prefix}, ${key.hash}, ${key.createdAt})
     returning ${COLUMNS}`,
  );
}

/** Sets when a live key ends. Returns undefined if the user has no live key with this id. */
export function endApiKey(
  tx: Tx,
  { id, userId, end }: { id: string; userId: string; end: Date },
  now: Date,
): Promise<StoredKey | undefined> {
  return tx.maybe<StoredKey>(
    sql`update api_keys set expires_at = least(expires_at, ${end}),
       revoked_at = case when ${end} <= ${now}::timestamptz then ${now}::timestamptz end
     where id = ${id} and user_id = ${userId} and ${isLive(now)} returning ${COLUMNS}`,
  );
}

/** Returns the owner of a live key, if they may use the product. Records the use at most once a minute. */
export async function useApiKey(pg: Queries, hash: Buffer, now: Date): Promise<string | undefined> {
  const found = await pg.maybe<{ userId: string; isRecorded: boolean }>(
    sql`select k.user_id as "userId", coalesce(k.last_used_at > ${now}::timestamptz - interval '1 minute', false)
       as "isRecorded"
     from api_keys k join users u on u.id = k.user_id
     where k.key_hash = ${hash} and ${isLive(now)}
       and u.deleted_at is null and u.status = 'active'
       and (u.banned_until is null or u.banned_until <= ${now}::timestamptz)`,
  );
  if (found && !found.isRecorded) {
    await pg.execute(sql`update api_keys set last_used_at = ${now} where key_hash = ${hash}`);
  }
  return found?.userId;
}
