import type { Queries, Tx } from '@closingwire/chassis/pg';

export async function saveSetting(
  tx: Tx,
  setting: { key: string; version: number; value: string; isDefault?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `insert into settings (key, version, value, is_default) values ($1, $2, $3, $4)
     on conflict (key) do update set version = excluded.version, value = excluded.value,
       is_default = excluded.is_default
     where settings.version < excluded.version`,
    [setting.key, setting.version, setting.value, setting.isDefault === true],
  );
}

/** Undefined while the default holds. */
export async function findSetting(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ value: string }>(
    'select value from settings where key = $1 and not is_default',
    [key],
  );
  return row?.value;
}
