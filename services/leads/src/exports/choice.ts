import { type Queries, sql } from '@closingwire/chassis/pg';
import { type FileChoice, fileChoice } from '@closingwire/contracts/exports';
import type { EarlierExports, NewExport } from '../lists/kept-exports.ts';

/** Returns an account's last choice; null without one, or with one that this version does not know. */
export async function findChoice(db: Queries, accountId: string): Promise<FileChoice | null> {
  const row = await db.maybe<{ choice: unknown }>(
    sql`select choice from file_choices where account_id = ${accountId}`,
  );
  return row ? (fileChoice.safeParse(row.choice).data ?? null) : null;
}

type Compared = Pick<NewExport, 'onlyNew' | 'comparedWith' | 'preset' | 'viewId'>;

/** Returns the earlier exports that a file is compared with. */
export const newTo = ({ onlyNew, comparedWith, preset, viewId }: Compared): EarlierExports | undefined => {
  if (!onlyNew) return undefined;
  return comparedWith === 'all' ? 'all' : { preset, viewId };
};

export const storeChoice = (db: Queries, accountId: string, choice: FileChoice): Promise<void> =>
  db.execute(
    sql`insert into file_choices (account_id, choice) values (${accountId}, ${choice})
     on conflict (account_id) do update set choice = excluded.choice`,
  );

export const forgetChoice = (db: Queries, accountId: string): Promise<void> =>
  db.execute(sql`delete from file_choices where account_id = ${accountId}`);
