import { AppError } from '@closingwire/chassis/app-error';
import { type AuditChange, changeOf, withoutSecrets } from '@closingwire/contracts/audit';
import { isCost, type Setting, type SettingKey } from '@closingwire/contracts/content';

export type SettingValue = Pick<Setting, 'value' | 'isDefault'>;

/** Returns the text for the audit log. A webhook address may contain a token, so the log gets only a part. */
function addressText({ value, isDefault }: SettingValue): string {
  if (isDefault) return 'the default of the installation';
  return value === '' ? 'off' : withoutSecrets(value);
}

const shown: Record<SettingKey, (value: SettingValue) => string> = {
  initial_scrape_webhook_url: addressText,
  STRIPE_TEST_MODE: ({ value }) => value,
  api_user_id_bearer: ({ value }) => value,
  cost_of_1000_emails: ({ value }) => value,
  cost_of_1000_rows: ({ value }) => value,
};

/** Returns the change for the audit log. */
export function settingChanges(before: SettingValue, after: Setting): AuditChange[] {
  const [from, to] = [shown[after.key](before), shown[after.key](after)];
  const differsUnseen = from === to && before.value !== after.value;
  return [differsUnseen ? changeOf('value') : changeOf('value', from, to)];
}

const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const isYesOrNo = (value: string) => value === 'true' || value === 'false';

const expected: Record<Setting['key'], { isValid: (value: string) => boolean; text: string }> = {
  initial_scrape_webhook_url: {
    isValid: value => value === '' || isWebAddress(value),
    text: 'The webhook URL must be a web address such as https://example.com/hook, or empty',
  },
  STRIPE_TEST_MODE: { isValid: isYesOrNo, text: 'STRIPE_TEST_MODE must be true or false' },
  api_user_id_bearer: { isValid: isYesOrNo, text: 'api_user_id_bearer must be true or false' },
  cost_of_1000_emails: { isValid: isCost, text: 'cost_of_1000_emails must be an amount in USD such as 0.40' },
  cost_of_1000_rows: { isValid: isCost, text: 'cost_of_1000_rows must be an amount in USD such as 0.40' },
};

export function checkSetting({ key, value }: Pick<Setting, 'key' | 'value'>): void {
  const { isValid, text } = expected[key];
  if (!isValid(value)) throw new AppError('invalid', 'bad_setting', text);
}
