import sql from 'sql-template-tag';
import { OperatorError } from '../operator-error.ts';
import { UNKNOWN_DATABASE, withClient } from './database-client.ts';
import type { Database } from './postgres-dump.ts';
import { listBackups } from './shelves.ts';
import type { Storage } from './storage.ts';

/** The database whose rows identify an installation. */
export const homeOf = (databases: readonly Database[]) =>
  databases.find(({ name }) => name === 'auth') ?? databases[0];

/**
 * The id of the installation that a database belongs to, made from the time of its first migration. A restore copies the
 * rows of `migrations` too, so restored data has the id of its backup, whatever version took it. Undefined before the first
 * start.
 */
export async function installationOf(url: string): Promise<string | undefined> {
  try {
    return await withClient(url, 'backup', async client => {
      const there = await client.query(sql`select to_regclass('migrations') is not null as there`);
      if (!there.rows[0]?.there) return undefined;
      const { rows } = await client.query<{ id: string | null }>(
        sql`select left(md5(min(run_on)::text), 8) as id from migrations`,
      );
      return rows[0]?.id ?? undefined;
    });
  } catch (error) {
    if ((error as { code?: string }).code === UNKNOWN_DATABASE) return undefined;
    throw error;
  }
}

/**
 * Throws a sentence where the newest backup of a place is of another installation: what a new product wrote beside it would
 * become the newest. Backups of versions without ids pass.
 */
export async function expectOwnBackups(storage: Storage, installation: string): Promise<void> {
  const newest = (await listBackups(storage)).findLast(({ manifest }) => manifest !== undefined);
  const found = newest?.manifest?.installation;
  if (found === undefined || found === installation) return;
  throw new OperatorError(
    `Expected the newest backup in ${storage.address} to be of this installation, ${installation}; ${newest?.name} is of ${found}. To continue that product, restore its backup here; to leave it alone, set another BACKUP_TO; to start over beside it: \`closingwire backup --start-over\`, locally \`make backup START_OVER=1\`.`,
  );
}
