import type { Queries } from '@closingwire/chassis/pg';
import type { WebhookTarget } from '@closingwire/contracts/catalog';
import { findSetting } from '../db/settings.ts';

export const WEBHOOK_URL_SETTING = 'initial_scrape_webhook_url';

/** Where webhooks go: the setting, once an admin has made it; empty means nowhere. */
export async function webhookUrl(db: Queries, initialUrl: string | undefined): Promise<string | undefined> {
  return (await webhookTarget(db, initialUrl)).url ?? undefined;
}

/** The same, and who decided it. */
export async function webhookTarget(db: Queries, initialUrl: string | undefined): Promise<WebhookTarget> {
  const setting = await findSetting(db, WEBHOOK_URL_SETTING);
  if (setting) return { url: setting, source: 'setting' };
  if (setting === undefined && initialUrl) return { url: initialUrl, source: 'installation' };
  return { url: null, source: 'off' };
}
