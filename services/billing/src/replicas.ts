import { on } from '@closingwire/chassis/consume';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { settingChanged } from '@closingwire/contracts/content';
import { leadListReady } from '@closingwire/contracts/leads';

/** When the list of a ZIP last changed, as last heard of. */
async function keepLeadList(
  tx: Tx,
  list: { zipCode: string; version: number; readyAt: string },
): Promise<void> {
  await tx.query(
    `insert into lead_lists (zip_code, version, ready_at) values ($1, $2, $3)
     on conflict (zip_code) do update set version = excluded.version, ready_at = excluded.ready_at
     where lead_lists.version < excluded.version`,
    [list.zipCode, list.version, list.readyAt],
  );
}

export const onLeadListReady = on(leadListReady, ({ data: list }, tx) => keepLeadList(tx, list));

async function keepSetting(tx: Tx, setting: { key: string; version: number; value: string }): Promise<void> {
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

export const onSettingChanged = on(settingChanged, async ({ data: setting }, tx) => {
  if (setting.key === 'STRIPE_TEST_MODE') await keepSetting(tx, setting);
});
