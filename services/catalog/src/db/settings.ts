import type { Queries, Tx } from '@closingwire/chassis/pg';

export async function saveSetting(
  tx: Tx,
  setting: { key: string; version: number; value: string },
): Promise<void> {
  await tx.query(
    `insert into settings (key, version, value) values ($1, $2, $3)
     on conflict (key) do update set version = excluded.version, value = excluded.value
     where settings.version < excluded.version`,
    [setting.key, setting.version, setting.value],
  );
}

export async function findSetting(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ value: string }>('select value from settings where key = $1', [key]);
  return row?.value;
}
