import { once } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { WebhookTarget } from '@closingwire/contracts/catalog';
import { zipRefreshRequested } from '@closingwire/contracts/leads';
import { deliverWebhookJob } from '../jobs.ts';
import { findSetting } from '../replicas.ts';
import { insertDelivery, isPendingFor, longestHolder, type NewDelivery } from './store.ts';

/** Stores a delivery and enqueues its first attempt. */
export async function scheduleDelivery(tx: Tx, delivery: Omit<NewDelivery, 'id'>, now: Date): Promise<void> {
  const id = newId();
  await insertDelivery(tx, { ...delivery, id }, now);
  await deliverWebhookJob.enqueue(tx, { deliveryId: id, attempt: 1 });
}

export async function scheduleAttempt(tx: Tx, id: string, attempt: number, runAt: Date): Promise<void> {
  await deliverWebhookJob.enqueue(tx, { deliveryId: id, attempt }, { runAt });
}

export const WEBHOOK_URL_SETTING = 'initial_scrape_webhook_url';

/**
 * Returns the webhook's address: the admin's setting, else the installation's address. An empty setting turns webhooks
 * off.
 */
export async function webhookTarget(
  db: Queries,
  installationUrl: string | undefined,
): Promise<WebhookTarget> {
  const setting = await findSetting(db, WEBHOOK_URL_SETTING);
  if (setting) return { url: setting, source: 'setting' };
  if (setting === undefined && installationUrl) return { url: installationUrl, source: 'installation' };
  return { url: null, source: 'off' };
}

/**
 * Schedules one webhook for the ZIP, however many industries have a claim on it; none while an earlier one is pending
 * or waiting.
 */
export const onZipRefreshRequested = (clock: Clock) =>
  once(zipRefreshRequested, async ({ data: { zipCode } }, tx) => {
    if (await isPendingFor(tx, zipCode)) return;
    const userId = await longestHolder(tx, zipCode);
    if (userId) await scheduleDelivery(tx, { zipCode, userId, reason: 'refresh' }, clock());
  });
