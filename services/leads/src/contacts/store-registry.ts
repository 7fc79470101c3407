import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { DoNotCallCheck } from '@closingwire/contracts/contacts';
import { areaCodesOf, planRegistryList, type RegistryList, type RegistryPlan } from './plan-registry.ts';
import type { RegistryNumber } from './read-registry.ts';

export type NewRegistryList = RegistryList & {
  accountNumber: string;
  fileName: string;
  uploadedBy: string;
  uploadedAt: Date;
  /** The admin confirms that a small full list is complete. */
  isConfirmed: boolean;
};

const MOST_NAMED = 3;

/** Throws if a full list is probably only a part of it. */
function checkSize({ areas }: RegistryPlan): void {
  const small = areas.filter(({ warning }) => warning !== null);
  if (small.length === 0) return;
  const named = small.slice(0, MOST_NAMED).map(({ areaCode, warning }) => `${areaCode} has ${warning}`);
  const more = small.length > MOST_NAMED ? [`${small.length - MOST_NAMED} more area codes are small`] : [];
  const text = `Expected the complete list of each area code; ${[...named, ...more].join('; ')}. Confirm that the list is complete, or upload the complete one`;
  throw new AppError('conflict', 'list_too_small', text);
}

/** Makes the stored numbers those of a full list, or changes them. Touches only numbers that differ. */
async function applyNumbers(tx: Tx, plan: RegistryPlan): Promise<void> {
  const gone =
    plan.kind === 'full'
      ? sql`n.area_code = any(${areaCodesOf(plan)}) and not exists (
          select from registry_marks m where m.area_code = n.area_code and m.hash = n.hash)`
      : sql`(n.area_code, n.hash) in (select area_code, hash from registry_marks where is_removed)`;
  await tx.execute(sql`delete from do_not_call_numbers n where ${gone}`);
  await tx.execute(
    sql`insert into do_not_call_numbers (area_code, hash)
     select area_code, hash from registry_marks where not is_removed on conflict do nothing`,
  );
}

const storeAreas = (tx: Tx, plan: RegistryPlan) =>
  tx.execute(
    sql`insert into do_not_call_areas (area_code, listed_on, number_count)
     select a.code, ${plan.listedOn}::date, (select count(*) from do_not_call_numbers n where n.area_code = a.code)
     from unnest(${areaCodesOf(plan)}::text[]) a (code)
     on conflict (area_code) do update set listed_on = excluded.listed_on, number_count = excluded.number_count`,
  );

/** Inserts the list. It replaces the same one that lost area codes when a later list was removed. */
async function insertList(tx: Tx, id: string, list: NewRegistryList, plan: RegistryPlan): Promise<void> {
  const { kind, listedOn, digest, count } = plan;
  await tx.execute(
    sql`update do_not_call_lists set removed_at = ${list.uploadedAt}, removed_by = ${list.uploadedBy}
     where kind = ${kind} and listed_on = ${listedOn} and digest = ${digest} and removed_at is null`,
  );
  await tx.execute(
    sql`insert into do_not_call_lists (id, kind, account_number, listed_on, file_name, digest, number_count,
       area_codes, uploaded_by, uploaded_at)
     values (${id}, ${kind}, ${list.accountNumber}, ${listedOn}, ${list.fileName}, ${digest}, ${count},
       ${areaCodesOf(plan)}, ${list.uploadedBy}, ${list.uploadedAt})`,
  );
}

/**
 * Stores a list of the registry in one transaction, and returns its id. `isKnown`: it was stored before, so nothing
 * changed. A killed process leaves nothing.
 */
export const storeRegistryList = (
  pg: Pg,
  list: NewRegistryList,
  reads: AsyncIterable<RegistryNumber[]>,
): Promise<{ id: string; isKnown: boolean }> =>
  pg.transaction(async tx => {
    const plan = await planRegistryList(tx, list, reads);
    if (plan.knownId !== undefined) return { id: plan.knownId, isKnown: true };
    if (!list.isConfirmed) checkSize(plan);
    const id = newId();
    await applyNumbers(tx, plan);
    await storeAreas(tx, plan);
    await insertList(tx, id, list, plan);
    return { id, isKnown: false };
  });

/** Returns what a list would do, and stores nothing. */
export async function checkRegistryList(
  pg: Pg,
  list: RegistryList & { fileName: string },
  reads: AsyncIterable<RegistryNumber[]>,
): Promise<DoNotCallCheck> {
  const plan = await pg.transaction(tx => planRegistryList(tx, list, reads));
  const { kind, listedOn, count, knownId } = plan;
  const isStored = knownId !== undefined;
  const areas = isStored
    ? plan.areas.map(area => ({ ...area, added: 0, removed: 0, warning: null }))
    : plan.areas;
  return { kind, fileName: list.fileName, listedOn, numbers: count, areas, isStored };
}
