import { on } from '@closingwire/chassis/consume';
import type { Queries } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { settingChanged, settingTable } from '@closingwire/contracts/content';
import { leadListReady } from '@closingwire/contracts/leads';

/** When the list of a ZIP last changed. */
export const leadLists = replica('lead_lists', {
  on: [leadListReady],
  key: 'zip_code',
  row: list => ({ zip_code: list.zipCode, version: list.version, ready_at: list.readyAt }),
});

const settings = replica('settings', {
  key: 'key',
  row: (setting: { key: string; version: number; value: string }) => setting,
});

export const onSettingChanged = on(settingChanged, async ({ data: { key, version, value } }, tx) => {
  if (key === 'STRIPE_TEST_MODE') await settings.upsertIfNewer(tx, { key, version, value });
});

/** Payments run in test mode unless an admin turned it off. */
export async function isTestMode(db: Queries): Promise<boolean> {
  const row = await db.maybe<{ value: string }>(`select value from settings where key = 'STRIPE_TEST_MODE'`);
  return (row?.value ?? settingTable.STRIPE_TEST_MODE.defaultValue) !== 'false';
}
