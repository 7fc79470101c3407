import { once } from '@closingwire/chassis/consume';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { settingChanged } from '@closingwire/contracts/content';
import { leadListReady } from '@closingwire/contracts/leads';
import type { Mode } from './accounts/rules.ts';
import { followModeJob } from './jobs.ts';

/** Copies of the time when the list of a ZIP last changed, from leads. */
export const leadLists = replica('lead_lists', {
  on: [leadListReady],
  key: 'zip_code',
  row: list => ({ zip_code: list.zipCode, version: list.version, ready_at: list.readyAt }),
});

const settings = replica('settings', {
  key: 'key',
  row: (setting: { key: string; version: number; value: string }) => setting,
});

/** After a change of the payment mode, a job moves all accounts. A command moves its own account before it. */
export const onSettingChanged = once(settingChanged, async ({ data: { key, version, value } }, tx) => {
  if (key !== 'STRIPE_TEST_MODE') return;
  if (await settings.upsertIfNewer(tx, { key, version, value })) await followModeJob.enqueue(tx, {});
});

/** Returns the payment mode that an admin stored; by default test mode. */
export async function storedMode(db: Queries): Promise<Mode> {
  return (await db.one<{ mode: Mode }>(sql`select stored_payment_mode() as mode`)).mode;
}
