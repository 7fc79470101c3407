import { AppError } from '@closingwire/chassis/app-error';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { lockRegistry } from './plan-registry.ts';

type StoredList = { position: string; areaCodes: string[]; isRemoved: boolean };

/** The area codes in which a list `l` is still in effect. */
const EFFECTIVE = sql`array(select unnest(l.area_codes) except select unnest(l.uncovered_area_codes))`;

/** Throws if a later list covers an area code of this list. */
async function checkLast(tx: Tx, { position, areaCodes }: StoredList): Promise<void> {
  const later = await tx.maybe<{ fileName: string; kind: string; listedOn: string; areaCode: string }>(
    sql`select l.file_name as "fileName", l.kind, l.listed_on::text as "listedOn",
       (select min(c.code) from unnest(${EFFECTIVE}) c (code) where c.code = any(${areaCodes})) as "areaCode"
     from do_not_call_lists l
     where l.position > ${position} and l.removed_at is null and ${EFFECTIVE} && ${areaCodes}::text[]
     order by l.position desc limit 1`,
  );
  if (!later) return;
  const name = later.fileName || 'a list without a name';
  const kind = later.kind === 'full' ? 'full list' : 'changes';
  const text = `Remove '${name}' (${kind} of ${later.listedOn}) first: it is later and covers the area code ${later.areaCode}`;
  throw new AppError('conflict', 'list_covered', text);
}

/**
 * Removes a list with all numbers of its area codes, in one transaction, and returns true. Earlier lists are no longer in
 * effect there. Returns false if the list is removed already.
 */
export const removeRegistryList = (
  pg: Pg,
  { id, adminId, now }: { id: string; adminId: string; now: Date },
): Promise<boolean> =>
  pg.transaction(async tx => {
    await lockRegistry(tx);
    const list = await tx.maybe<StoredList>(
      sql`select l.position::text, ${EFFECTIVE} as "areaCodes", l.removed_at is not null as "isRemoved"
       from do_not_call_lists l where l.id = ${id}`,
    );
    if (!list) throw new AppError('missing', 'not_found', 'There is no such list');
    if (list.isRemoved) return false;
    await checkLast(tx, list);
    const { position, areaCodes } = list;
    await tx.execute(sql`delete from do_not_call_numbers where area_code = any(${areaCodes})`);
    await tx.execute(sql`delete from do_not_call_areas where area_code = any(${areaCodes})`);
    await tx.execute(
      sql`update do_not_call_lists l set uncovered_area_codes = array(
         select unnest(l.uncovered_area_codes) union select unnest(l.area_codes) intersect select unnest(${areaCodes}::text[])
         order by 1)
       where l.position < ${position} and l.removed_at is null and ${EFFECTIVE} && ${areaCodes}::text[]`,
    );
    await tx.execute(
      sql`update do_not_call_lists set removed_at = ${now}, removed_by = ${adminId} where id = ${id}`,
    );
    return true;
  });
