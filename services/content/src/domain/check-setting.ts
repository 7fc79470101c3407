import { AppError } from '@closingwire/chassis/app-error';
import type { Setting } from '@closingwire/contracts/content';

const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const isYesOrNo = (value: string) => value === 'true' || value === 'false';

const expected: Record<Setting['key'], { holds: (value: string) => boolean; text: string }> = {
  initial_scrape_webhook_url: {
    holds: value => value === '' || isWebAddress(value),
    text: 'The webhook URL must be a web address such as https://example.com/hook, or empty',
  },
  STRIPE_TEST_MODE: { holds: isYesOrNo, text: 'STRIPE_TEST_MODE must be true or false' },
  api_user_id_bearer: { holds: isYesOrNo, text: 'api_user_id_bearer must be true or false' },
};

/** Throws when the value is none that this setting can have. */
export function checkSetting({ key, value }: Pick<Setting, 'key' | 'value'>): void {
  const { holds, text } = expected[key];
  if (!holds(value)) throw new AppError('invalid', 'bad_setting', text);
}
