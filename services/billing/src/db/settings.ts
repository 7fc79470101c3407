import type { Queries, Tx } from '@closingwire/chassis/pg';

export async function keepSetting(
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

/** Payments run in test mode unless an admin said otherwise. */
export async function isTestMode(db: Queries): Promise<boolean> {
  const row = await db.maybe<{ value: string }>(`select value from settings where key = 'STRIPE_TEST_MODE'`);
  return row?.value !== 'false';
}
