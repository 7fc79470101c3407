import type { SettingKey } from '@closingwire/contracts/content';

export type SwitchKey = Extract<SettingKey, 'STRIPE_TEST_MODE' | 'api_user_id_bearer'>;

export const settingsCopy = {
  updated: 'Settings updated',
  reset: 'Back to default',
  failed: { title: 'Error', fallback: 'Failed to update settings' },
  modeFailed: { title: 'Error', fallback: 'Failed to update Stripe mode' },
};

/** Stored beside each value, for readers without this page. */
export const descriptions: Record<SettingKey, string> = {
  initial_scrape_webhook_url: 'Where a new ZIP assignment is sent',
  STRIPE_TEST_MODE: 'Whether payments run in test mode',
  cost_of_1000_emails: 'What a thousand emails cost, in USD',
  cost_of_1000_rows: 'What a thousand rows of sources cost, in USD',
  api_user_id_bearer: 'Whether programs may use a user ID as their key',
};
