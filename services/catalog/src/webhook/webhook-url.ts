import type { Queries } from '@closingwire/chassis/pg';
import { findSetting } from '../db/settings.ts';

export const WEBHOOK_URL_SETTING = 'initial_scrape_webhook_url';

/** Where webhooks go: the setting, once an admin has made it; empty means nowhere. */
export async function webhookUrl(db: Queries, initialUrl: string | undefined): Promise<string | undefined> {
  const setting = await findSetting(db, WEBHOOK_URL_SETTING);
  return (setting ?? initialUrl) || undefined;
}
