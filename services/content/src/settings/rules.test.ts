import type { Setting } from '@closingwire/contracts/content';
import { describe, expect, it, test } from 'vitest';
import { checkSetting, settingChanges } from './rules.ts';

const setting = { description: '', isDefault: false } as const;
test('a change names the old and the new value', () => {
  expect(
    settingChanges(
      { value: 'true', isDefault: true },
      { ...setting, key: 'STRIPE_TEST_MODE', value: 'false' },
    ),
  ).toEqual([{ field: 'value', from: 'true', to: 'false' }]);
});

test('a webhook address is logged without secrets', () => {
  const value = 'https://me:canary@example.com/hook?key=canary';
  const set = { ...setting, key: 'initial_scrape_webhook_url', value } as const;
  const [off, byDefault] = [
    { ...set, value: '' },
    { ...set, value: '', isDefault: true },
  ];
  const shown = 'https://example.com/hook?…';
  expect(settingChanges(off, set)).toEqual([{ field: 'value', from: 'off', to: shown }]);
  const to = 'the default of the installation';
  expect(settingChanges(set, byDefault)).toEqual([{ field: 'value', from: shown, to }]);
});

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
  it('accepts valid values', () => {
    for (const value of good) expect(() => checkSetting({ key, value })).not.toThrow();
  });

  it('refuses other values', () => {
    for (const value of bad)
      expect(() => checkSetting({ key, value }), value).toThrow(key.includes('url') ? 'web address' : key);
  });
});

test('a cost is an amount in USD', () => {
  for (const value of ['0', '0.4', '12.50']) {
    expect(() => checkSetting({ key: 'cost_of_1000_rows', value })).not.toThrow();
  }
  for (const value of ['', '-1', '1.234', '$5', '1e3']) {
    expect(() => checkSetting({ key: 'cost_of_1000_emails', value })).toThrow(
      'cost_of_1000_emails must be an amount in USD such as 0.40',
    );
  }
});
