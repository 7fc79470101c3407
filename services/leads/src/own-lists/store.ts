import { Readable } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { type Pg, type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { MOST_SHOWN_REJECTS, type OwnList, type OwnListKind } from '@closingwire/contracts/exports';
import { matchOwnListJob } from '../jobs.ts';
import { isNotDeleted } from '../not-deleted.ts';
import { beginUpload, copyText } from '../uploaded-list.ts';
import { lockOwnLists } from './match.ts';
import type { OwnEntry, Rejects } from './read-own-list.ts';

/** The class of the advisory locks: each account has one upload at a time. */
const UPLOAD_LOCKS = 72_244;

/** The hash of no contact. */
const KEY_CHECK = sql`own_list_hash(''::bytea)`;

/** The entries of a list as lines of a COPY. Up to 15 MB, which is held so that no connection waits for its client. */
export type HeldEntries = { lines: Buffer[]; rejects: Rejects };

/** Reads a list to its end. */
export async function holdEntries(list: {
  entries: AsyncIterable<OwnEntry[]>;
  rejects: Rejects;
}): Promise<HeldEntries> {
  const lines: Buffer[] = [];
  for await (const some of list.entries) {
    const text = some.map(({ kind, hash }) => `${kind}\t\\\\x${hash}\n`).join('');
    if (text !== '') lines.push(Buffer.from(text));
  }
  return { lines, rejects: list.rejects };
}

async function copyEntries(tx: Tx, lines: readonly Buffer[]): Promise<void> {
  await tx.execute(sql`create temp table own_stage (kind text, hash bytea) on commit drop`);
  await copyText(tx, 'copy own_stage from stdin', () => Readable.from(lines));
}

export type NewOwnList = {
  accountId: string;
  kind: OwnListKind;
  fileName: string;
  uploadedAt: Date;
};

/** Stores a list in place of the account's earlier one, and enqueues the search for its agents. */
export const storeOwnList = (
  pg: Pg,
  { accountId, kind, fileName, uploadedAt }: NewOwnList,
  { lines, rejects }: HeldEntries,
): Promise<void> =>
  pg.transaction(async tx => {
    await beginUpload(tx, sql`${UPLOAD_LOCKS}, hashtext(${accountId})`);
    await copyEntries(tx, lines);
    if (!(await tx.returnsRow(sql`select where ${isNotDeleted(sql`${accountId}::uuid`)}`))) {
      throw new AppError('unauthenticated', 'unauthenticated', 'This account was deleted');
    }
    const { emails, phones } = await tx.one<{ emails: number; phones: number }>(
      sql`select (count(distinct hash) filter (where kind = 'email'))::int as emails,
         (count(distinct hash) filter (where kind = 'phone'))::int as phones from own_stage`,
    );
    if (emails + phones === 0) {
      throw new AppError('invalid', 'invalid_list', 'Expected an email address or a phone number; got none');
    }
    const id = newId();
    await tx.execute(
      sql`delete from own_list_entries where list_id in (
         select id from own_lists where account_id = ${accountId} and kind = ${kind})`,
    );
    await tx.execute(
      sql`insert into own_list_entries (list_id, hash) select distinct ${id}::uuid, own_list_hash(hash) from own_stage`,
    );
    await tx.execute(
      sql`insert into own_lists as l (account_id, kind, id, file_name, emails, phones, rejected, reasons, uploaded_at, key_check)
       values (${accountId}, ${kind}, ${id}, ${fileName}, ${emails}, ${phones}, ${rejects.count},
         ${JSON.stringify(rejects.reasons.slice(0, MOST_SHOWN_REJECTS))}::jsonb, ${uploadedAt}, ${KEY_CHECK})
       on conflict (account_id, kind) do update set id = excluded.id, file_name = excluded.file_name,
         emails = excluded.emails, phones = excluded.phones, rejected = excluded.rejected, reasons = excluded.reasons,
         uploaded_at = excluded.uploaded_at, key_check = excluded.key_check, matched_at = null`,
    );
    await matchOwnListJob.enqueue(tx, { listId: id });
    await lockOwnLists(tx);
  });

type Row = Omit<OwnList, 'uploadedAt'> & { uploadedAt: Date };

/** Returns the account's lists, with the agents that each leaves out of its ZIPs. */
export async function findOwnLists(db: Queries, accountId: string): Promise<OwnList[]> {
  const rows = await db.query<Row>(
    sql`select l.kind, l.file_name as "fileName", l.uploaded_at as "uploadedAt", l.emails, l.phones, l.rejected, l.reasons,
       l.key_check is not distinct from ${KEY_CHECK} as "isReadable", l.matched_at is not null as "isMatched", (
         select count(distinct coalesce(a.identity_id, a.id))::int
         from own_list_agents m join agents a on a.zip = m.zip and a.id = m.agent_id
         where m.account_id = l.account_id and m.list_id = l.id and not a.is_suppressed and m.zip in (
           select s.zip from subscriptions s where s.account_id = l.account_id and s.cancelled_at is null)) as agents
     from own_lists l where l.account_id = ${accountId} order by l.kind`,
  );
  return rows.map(({ uploadedAt, ...row }) => ({ ...row, uploadedAt: uploadedAt.toISOString() }));
}

/** Deletes the lists that match, with what they leave out. Returns whether there was one. */
async function deleteLists(tx: Tx, accountId: string, kinds: readonly string[]): Promise<boolean> {
  const lists = sql`select id from own_lists where account_id = ${accountId} and kind = any(${kinds}::text[])`;
  // Waits for the end of the search and for loads, whose agents could not be seen here before their commit.
  await tx.query(sql`${lists} for update`);
  await lockOwnLists(tx);
  await tx.execute(sql`delete from own_list_entries where list_id in (${lists})`);
  await tx.execute(
    sql`delete from own_list_agents where account_id = ${accountId} and list_id in (${lists})`,
  );
  const removed = await tx.query(
    sql`delete from own_lists where account_id = ${accountId} and kind = any(${kinds}::text[]) returning id`,
  );
  // A list that was replaced has left agents, who stay out until the search for its successor has ended.
  await tx.execute(
    sql`delete from own_list_agents m where m.account_id = ${accountId}
       and not exists (select from own_lists l where l.id = m.list_id)
       and not exists (select from own_lists l where l.account_id = ${accountId} and l.matched_at is null)`,
  );
  return removed.length > 0;
}

/** SQLSTATE of a lock that was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Removes a list. Throws `conflict` while its agents, or those of a load, are being stored. */
export async function removeOwnList(pg: Pg, accountId: string, kind: OwnListKind): Promise<boolean> {
  try {
    return await pg.transaction(async tx => {
      await tx.execute(sql`select set_config('lock_timeout', '2s', true)`);
      return deleteLists(tx, accountId, [kind]);
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    const text = 'Agents are being compared with this list; try again in a few seconds';
    throw new AppError('conflict', 'list_in_use', text, { cause: error });
  }
}

/** Deletes the lists of a deleted user. Waits for locks; above the statement timeout the event is handled again. */
export const forgetOwnLists = (tx: Tx, accountId: string) =>
  deleteLists(tx, accountId, ['customers', 'do-not-call']);
