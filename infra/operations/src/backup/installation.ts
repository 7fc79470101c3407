import { sql } from '@closingwire/chassis/pg';
import { OperatorError } from '../operator-error.ts';
import { onExisting } from './database-client.ts';
import type { Database } from './postgres-dump.ts';
import { listBackups } from './shelves.ts';
import type { Storage } from './storage.ts';

/** Returns the database that identifies an installation. */
export const homeOf = (databases: readonly Database[]) =>
  databases.find(({ name }) => name === 'auth') ?? databases[0];

/**
 * Returns the ID of the database's installation, derived from the time of its first migration; undefined before the
 * first start. A restore also copies the rows of `migrations`, so restored data has the ID of its backup.
 */
export const installationOf = (url: string): Promise<string | undefined> =>
  onExisting(url, 'backup', async client => {
    const there = await client.query(sql`select to_regclass('migrations') is not null as there`);
    if (!there.rows[0]?.there) return undefined;
    const { rows } = await client.query<{ id: string | null }>(
      sql`select left(md5(min(run_on)::text), 8) as id from migrations`,
    );
    return rows[0]?.id ?? undefined;
  });

/**
 * Throws if the newest backup in a location belongs to another installation: a new product's backups would replace it as
 * the newest. Backups without an ID, from earlier versions, pass.
 */
export async function expectOwnBackups(storage: Storage, installation: string): Promise<void> {
  const newest = (await listBackups(storage)).findLast(({ manifest }) => manifest !== undefined);
  const found = newest?.manifest?.installation;
  if (found === undefined || found === installation) return;
  throw new OperatorError(
    `Expected the newest backup in ${storage.address} to be of this installation, ${installation}; ${newest?.name} is of ${found}. To continue that product, restore its backup here; to leave it alone, set another BACKUP_TO; to start over beside it: \`closingwire backup --start-over\`, locally \`make backup START_OVER=1\`.`,
  );
}
