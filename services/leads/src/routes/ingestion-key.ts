import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { Queries } from '@closingwire/chassis/pg';
import { findIngestionKey } from '../db/ingestion-keys.ts';

/** The id of the ingestion key that the caller sent; throws `unauthenticated` when it is not valid. */
export async function ingestionKeyOf(db: Queries, caller: Caller): Promise<string> {
  const id = caller.kind === 'key' ? await findIngestionKey(db, caller.token) : undefined;
  if (id) return id;
  throw new AppError('unauthenticated', 'unauthenticated', 'Expected a valid ingestion key as bearer');
}
