import { createHash, hash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { beginUpload, copyText, idOfList, KnownList } from '../uploaded-list.ts';
import type { RegistryLines } from './read-registry.ts';

export type NewRegistryList = {
  accountNumber: string;
  listedOn: string;
  fileName: string;
  uploadedBy: string;
  uploadedAt: Date;
};

const UPLOAD_LOCK = 7_224_307;

type Copied = { kind: RegistryLines['kind']; digest: Buffer; count: number; areaCodes: string[] };

/** Copies hashes of the numbers into `registry_stage`. Holds one read of the file at a time. */
async function copyNumbers(tx: Tx, lines: AsyncIterable<RegistryLines>): Promise<Copied> {
  const digest = createHash('sha256');
  const areaCodes = new Set<string>();
  let count = 0;
  let kind: Copied['kind'] = 'full';
  async function* texts() {
    for await (const read of lines) {
      ({ kind } = read);
      let text = '';
      let digested = '';
      for (const { digits, isRemoved } of read.numbers) {
        const areaCode = digits.slice(0, 3);
        areaCodes.add(areaCode);
        digested += `${digits}${isRemoved ? '-' : '+'}`;
        // As the function `contact_hash` of the database.
        text += `${areaCode}\t\\\\x${hash('sha256', `phone:${digits}`)}\t${isRemoved ? 't' : 'f'}\t${++count}\n`;
      }
      digest.update(digested);
      if (text !== '') yield text;
    }
  }
  await tx.execute(
    sql`create temp table registry_stage (area_code text collate "C", hash bytea, is_removed boolean, position integer)
     on commit drop`,
  );
  await copyText(tx, 'copy registry_stage from stdin', texts);
  await tx.execute(sql`analyze registry_stage`);
  return { kind, digest: digest.digest(), count, areaCodes: [...areaCodes].sort() };
}

/** Throws if a list cannot follow those that are stored. */
async function checkOrder(tx: Tx, { kind, areaCodes }: Copied, listedOn: string): Promise<void> {
  const known = await tx.query<{ areaCode: string; isNewer: boolean }>(
    sql`select area_code as "areaCode", listed_on > ${listedOn}::date as "isNewer" from do_not_call_areas
     where area_code = any(${areaCodes})`,
  );
  const newer = known.find(({ isNewer }) => isNewer);
  if (newer)
    throw new AppError(
      'conflict',
      'list_outdated',
      `A newer list covers the area code ${newer.areaCode}; download a new list`,
    );
  const covered = new Set(known.map(({ areaCode }) => areaCode));
  const uncovered = areaCodes.find(areaCode => !covered.has(areaCode));
  if (kind === 'changes' && uncovered)
    throw new AppError(
      'conflict',
      'full_list_missing',
      `Expected a full list of the area code ${uncovered} before its changes; upload that one first`,
    );
}

/** The last mark of each number counts. */
const LAST_MARKS = sql`select distinct on (area_code, hash) area_code, hash, is_removed from registry_stage
  order by area_code, hash, position desc`;

/** Makes the stored numbers those of a full list, or changes them. Touches only numbers that differ. */
async function applyNumbers(tx: Tx, { kind, areaCodes }: Copied): Promise<void> {
  const gone =
    kind === 'full'
      ? sql`n.area_code = any(${areaCodes}) and not exists (
          select from registry_stage s where s.area_code = n.area_code and s.hash = n.hash)`
      : sql`(n.area_code, n.hash) in (select area_code, hash from (${LAST_MARKS}) m where is_removed)`;
  await tx.execute(sql`delete from do_not_call_numbers n where ${gone}`);
  await tx.execute(
    sql`insert into do_not_call_numbers (area_code, hash)
     select area_code, hash from (${LAST_MARKS}) m where not is_removed on conflict do nothing`,
  );
}

const storeAreas = (tx: Tx, { areaCodes }: Copied, listedOn: string) =>
  tx.execute(
    sql`insert into do_not_call_areas (area_code, listed_on, number_count)
     select a.code, ${listedOn}::date, (select count(*) from do_not_call_numbers n where n.area_code = a.code)
     from unnest(${areaCodes}::text[]) a (code)
     on conflict (area_code) do update set listed_on = excluded.listed_on, number_count = excluded.number_count`,
  );

/**
 * Stores a list of the registry in one transaction, and returns its id. A list that is stored already changes nothing;
 * a killed process leaves nothing.
 */
export const storeRegistryList = (
  pg: Pg,
  list: NewRegistryList,
  lines: AsyncIterable<RegistryLines>,
): Promise<string> =>
  idOfList(async () => {
    const id = newId();
    await pg.transaction(async tx => {
      await beginUpload(tx, UPLOAD_LOCK);
      const copied = await copyNumbers(tx, lines);
      const { kind, digest, count, areaCodes } = copied;
      const stored = await tx.maybe<{ id: string }>(
        sql`select id from do_not_call_lists
         where kind = ${kind} and listed_on = ${list.listedOn} and digest = ${digest}`,
      );
      if (stored) throw new KnownList(stored.id);
      await checkOrder(tx, copied, list.listedOn);
      await applyNumbers(tx, copied);
      await storeAreas(tx, copied, list.listedOn);
      await tx.execute(
        sql`insert into do_not_call_lists (id, kind, account_number, listed_on, file_name, digest, number_count,
           area_codes, uploaded_by, uploaded_at)
         values (${id}, ${kind}, ${list.accountNumber}, ${list.listedOn}, ${list.fileName}, ${digest}, ${count},
           ${areaCodes}, ${list.uploadedBy}, ${list.uploadedAt})`,
      );
    });
    return id;
  });
