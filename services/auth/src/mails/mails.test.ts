import { expect, test } from 'vitest';
import { mailText } from './mails.ts';

test('a mail that auth sends by itself names the key and until when the old one works', () => {
  const { text, html } = mailText({
    template: 'account-changed',
    firstName: 'Nora',
    change: 'api-key-rolled',
    at: '2026-03-02T08:00:00.000Z',
    actionLink: 'https://example.com/forgot-password',
    apiKey: {
      name: 'CRM <b>',
      prefix: 'cw_12345678',
      replaces: { prefix: 'cw_87654321', worksUntil: '2026-03-03T08:00:00.000Z' },
    },
  });
  expect(text).toContain('API key: CRM <b> (cw_12345678…).');
  expect(text).toContain('Old key: cw_87654321…, works until 2026-03-03T08:00:00.000Z.');
  expect(html).toContain('CRM &lt;b&gt;');
});
