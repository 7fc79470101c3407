import { newId } from '@closingwire/chassis/ids';
import { renderMail } from '@closingwire/chassis/render-mail';
import { testMail, until } from '@closingwire/chassis/testing';
import { type SecretMail, secretMail } from '@closingwire/contracts/notifications';
import { secretMailContent } from '@closingwire/contracts/secret-mails';
import { startSecuredMail } from '@closingwire/local/testing/secured-mail';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMail } from './send-mail.ts';

const MAIL_FROM = 'hello@closingwire.test';

test('auth alone sends the mail that notifications would send', async () => {
  const to = `${newId()}@example.com`;
  const mail: SecretMail = secretMail.parse({
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
  const send = smtpMail({ PUBLIC_URL: 'http://localhost:8080', SMTP_URL: testMail().smtpUrl, MAIL_FROM });
  await send({ mailId: newId(), to, mail });
  const arrived = await until(async () => (await testMail().messagesTo(to))[0]);
  const { subject, text } = renderMail(secretMailContent(mail), 'http://localhost:8080/');
  expect(arrived.subject).toBe(subject);
  expect(arrived.text.trim()).toBe(text.trim());
  expect(text).toContain('API key: CRM <b> (cw_12345678…)');
  expect(arrived.html).toContain('CRM &lt;b&gt;');
});

test('a product on a domain sends no mail without TLS', async () => {
  const server = await startSecuredMail();
  onTestFinished(() => server.stop());
  const send = (PUBLIC_URL: string) =>
    smtpMail({ PUBLIC_URL, SMTP_URL: server.urlOf('none'), MAIL_FROM })({
      mailId: newId(),
      to: 'ada@example.com',
      mail: { template: 'confirm-email', firstName: 'Ada', link: 'https://product.example/confirm' },
    });
  await expect(send('https://app.closingwire.com')).rejects.toThrow(/STARTTLS|command/);
  await send('http://localhost:8080');
  expect(server.mails).toHaveLength(1);
});
