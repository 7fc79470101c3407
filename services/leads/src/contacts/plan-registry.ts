import { AppError } from '@closingwire/chassis/app-error';
import { sql, type Tx } from '@closingwire/chassis/pg';
import {
  type DoNotCallAreaCheck,
  type DoNotCallKind,
  SMALL_LIST_NUMBERS,
} from '@closingwire/contracts/contacts';
import { beginUpload } from '../uploaded-list.ts';
import { copyNumbers } from './copy-numbers.ts';
import type { RegistryNumber } from './read-registry.ts';

/* Reads a list of the registry into a temporary table and decides what it would do. Changes no stored number. */

export type RegistryList = { kind: DoNotCallKind; listedOn: string };

export type RegistryPlan = RegistryList & {
  digest: Buffer;
  /** Lines with a number. */
  count: number;
  areas: DoNotCallAreaCheck[];
  /** The id of the same list, if it is stored and in effect in all its area codes. */
  knownId: string | undefined;
};

const UPLOAD_LOCK = 7_224_307;

/** Lets one upload or removal at a time change the registry. */
export const lockRegistry = (tx: Tx) => beginUpload(tx, sql`${UPLOAD_LOCK}`);

const countOf = (count: number) => count.toLocaleString('en-US');

/** Returns why a full list of an area code is probably only a part of it; null if it is large enough. */
export function warningOf(numbers: number, stored: number): string | null {
  const found = `${countOf(numbers)} ${numbers === 1 ? 'number' : 'numbers'}`;
  if (numbers < SMALL_LIST_NUMBERS) return `${found}, fewer than ${countOf(SMALL_LIST_NUMBERS)}`;
  return numbers * 2 < stored ? `${found}, less than half of the ${countOf(stored)} stored ones` : null;
}

type AreaRow = {
  areaCode: string;
  numbers: number;
  added: number;
  marked: number;
  common: number;
  stored: number;
};

async function areasOf(tx: Tx, kind: DoNotCallKind): Promise<DoNotCallAreaCheck[]> {
  const rows = await tx.query<AreaRow>(
    sql`select area_code as "areaCode", found.numbers, found.added, found.marked, found.common,
       coalesce(a.number_count, 0) as stored
     from (
       select area_code, count(*)::int as numbers, count(n.hash)::int as common,
         (count(*) filter (where not m.is_removed and n.hash is null))::int as added,
         (count(n.hash) filter (where m.is_removed))::int as marked
       from registry_marks m left join do_not_call_numbers n using (area_code, hash) group by area_code) found
     left join do_not_call_areas a using (area_code) order by area_code`,
  );
  return rows.map(({ areaCode, numbers, added, marked, common, stored }) => ({
    areaCode,
    numbers,
    stored,
    added,
    removed: kind === 'full' ? stored - common : marked,
    warning: kind === 'full' ? warningOf(numbers, stored) : null,
  }));
}

export const areaCodesOf = ({ areas }: Pick<RegistryPlan, 'areas'>) => areas.map(({ areaCode }) => areaCode);

/** Throws if a list cannot follow those that are stored. */
async function checkOrder(tx: Tx, { kind, listedOn }: RegistryList, areaCodes: string[]): Promise<void> {
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

/** Finds the same list. One whose numbers are gone in an area code counts as unknown: it must be stored again. */
const findKnown = (tx: Tx, { kind, listedOn }: RegistryList, digest: Buffer) =>
  tx.maybe<{ id: string }>(
    sql`select id from do_not_call_lists where kind = ${kind} and listed_on = ${listedOn} and digest = ${digest}
       and removed_at is null and uncovered_area_codes = '{}'`,
  );

/** Reads a list, holding the lock of the registry, and returns what it would do. Throws if it cannot be stored. */
export async function planRegistryList(
  tx: Tx,
  list: RegistryList,
  reads: AsyncIterable<RegistryNumber[]>,
): Promise<RegistryPlan> {
  await lockRegistry(tx);
  const { digest, count } = await copyNumbers(tx, reads);
  const areas = await areasOf(tx, list.kind);
  const knownId = (await findKnown(tx, list, digest))?.id;
  if (knownId === undefined) await checkOrder(tx, list, areaCodesOf({ areas }));
  return { kind: list.kind, listedOn: list.listedOn, digest, count, areas, knownId };
}
