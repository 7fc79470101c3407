import type { Setting } from '@closingwire/contracts/content';
import { describe, expect, it } from 'vitest';
import { checkSetting } from './check-setting.ts';

const cases: [key: Setting['key'], good: string[], bad: string[]][] = [
  [
    'initial_scrape_webhook_url',
    ['', 'https://example.com/hook', 'http://127.0.0.1:8108/x'],
    ['hook', 'ftp://a.b', 'javascript:1'],
  ],
  ['STRIPE_TEST_MODE', ['true', 'false'], ['', 'TRUE', '1']],
  ['api_user_id_bearer', ['true', 'false'], ['', 'yes']],
];

describe.each(cases)('the setting %s', (key, good, bad) => {
  it('takes the values it can have', () => {
    for (const value of good) expect(() => checkSetting({ key, value })).not.toThrow();
  });

  it('refuses all others', () => {
    for (const value of bad)
      expect(() => checkSetting({ key, value }), value).toThrow(key.includes('url') ? 'web address' : key);
  });
});
