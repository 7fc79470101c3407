import { hash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { type Queries, sql } from '@closingwire/chassis/pg';

const hashOf = (key: string) => hash('sha256', key, 'buffer');

/** Names the key of the configuration, and its source. */
export const DEFAULT_KEY_NAME = 'Default lead source';

/** Stores the hash of a key, unless it is stored already. Keys of one name belong to the source of that name. */
export async function insertIngestionKey(db: Queries, name: string, key: string): Promise<void> {
  await db.execute(sql`insert into sources (name, kind) values (${name}, 'key') on conflict do nothing`);
  await db.execute(
    sql`insert into ingestion_keys (id, name, key_hash, source_id)
     select ${newId()}, ${name}, ${hashOf(key)}, id from sources where name = ${name}
     on conflict (key_hash) do nothing`,
  );
}

async function findIngestionKey(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(
    sql`select id from ingestion_keys where key_hash = ${hashOf(key)} and revoked_at is null`,
  );
  return row?.id;
}

/** Returns the id of the caller's ingestion key; throws `unauthenticated` if it is not valid. */
export async function ingestionKeyOf(db: Queries, caller: Caller): Promise<string> {
  const id = caller.kind === 'key' ? await findIngestionKey(db, caller.token) : undefined;
  if (id) return id;
  throw new AppError('unauthenticated', 'unauthenticated', 'Expected a valid ingestion key as bearer');
}
