import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import {
  type AskedFile,
  type FileChoice,
  fileChoice,
  type KeptExport,
  type RememberedChoice,
} from '@closingwire/contracts/exports';
import type { EarlierExports } from '../lists/kept-exports.ts';

type Compared = Pick<AskedFile, 'comparedWith' | 'viewId'>;

/** Returns what a file is compared with: one of a view with the files like it, since each client has a view. */
export const comparedWithOf = ({ comparedWith, viewId }: Compared): FileChoice['comparedWith'] =>
  comparedWith ?? (viewId === null ? 'all' : 'same');

/** Returns the earlier exports that a file is compared with. */
export const newTo = (
  asked: Compared & Pick<KeptExport, 'preset' | 'onlyNew'>,
): EarlierExports | undefined => {
  if (!asked.onlyNew) return undefined;
  return comparedWithOf(asked) === 'all' ? 'all' : { preset: asked.preset, viewId: asked.viewId };
};

/**
 * Returns the last choice of a view, or else of the account; null without one, or with one that this version does not
 * know.
 */
export async function findChoice(
  db: Queries,
  accountId: string,
  viewId: string | undefined,
): Promise<RememberedChoice> {
  const row = await db.one<{ ofView: unknown; ofAccount: unknown }>(
    sql`select (select choice from view_file_choices
         where account_id = ${accountId} and view_id = ${viewId ?? null}::uuid) as "ofView",
       (select choice from file_choices where account_id = ${accountId}) as "ofAccount"`,
  );
  const ofView = fileChoice.safeParse(row.ofView).data;
  if (ofView) return { choice: ofView, isOfView: true };
  const choice = fileChoice.safeParse(row.ofAccount).data ?? null;
  return { choice: choice && viewId ? { ...choice, comparedWith: 'same' } : choice, isOfView: false };
}

async function storeChoiceOfView(
  tx: Tx,
  accountId: string,
  viewId: string,
  choice: FileChoice,
): Promise<void> {
  const isStored = await tx.returnsRow(
    sql`insert into view_file_choices (account_id, view_id, choice)
     select account_id, id, ${choice} from views where id = ${viewId} and account_id = ${accountId}
     on conflict (account_id, view_id) do update set choice = excluded.choice returning view_id`,
  );
  if (!isStored) throw new AppError('missing', 'not_found', 'There is no such view');
  await tx.execute(
    sql`delete from view_file_choices c where c.account_id = ${accountId}
     and not exists (select from views v where v.id = c.view_id)`,
  );
}

/** Keeps a choice for its view, or else for the account. */
export async function storeChoice(
  tx: Tx,
  accountId: string,
  { viewId, ...asked }: AskedFile,
): Promise<RememberedChoice> {
  const choice = { ...asked, comparedWith: comparedWithOf({ ...asked, viewId }) };
  if (viewId !== null) await storeChoiceOfView(tx, accountId, viewId, choice);
  else {
    await tx.execute(
      sql`insert into file_choices (account_id, choice) values (${accountId}, ${choice})
       on conflict (account_id) do update set choice = excluded.choice`,
    );
  }
  return { choice, isOfView: viewId !== null };
}

export async function forgetChoices(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`delete from file_choices where account_id = ${accountId}`);
  await tx.execute(sql`delete from view_file_choices where account_id = ${accountId}`);
}
