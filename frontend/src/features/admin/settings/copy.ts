/** Settings that are on unless switched off. */
export type SwitchKey = 'STRIPE_TEST_MODE' | 'api_user_id_bearer';

export const settingsCopy = {
  updated: 'Settings updated',
  failed: { title: 'Error', fallback: 'Failed to update settings' },
  modeFailed: { title: 'Error', fallback: 'Failed to update Stripe mode' },
};

/** Stored beside each value, for whoever reads the settings without this page. */
export const descriptions = {
  initial_scrape_webhook_url: 'Where a new ZIP assignment is sent',
  STRIPE_TEST_MODE: 'Whether payments run in test mode',
  api_user_id_bearer: 'Whether programs may use a user ID as their key',
};

export const switches: Record<SwitchKey, { label: string; hint: string }> = {
  STRIPE_TEST_MODE: {
    label: 'Stripe test mode',
    hint: 'On: test cards pay, no money moves. Off: live keys charge real cards.',
  },
  api_user_id_bearer: {
    label: 'User IDs as API keys',
    hint: 'Off: programs need a key of their own, made in the settings of their owner.',
  },
};
