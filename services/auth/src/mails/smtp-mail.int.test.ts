import { newId } from '@closingwire/chassis/ids';
import { startSecuredMail } from '@closingwire/local/testing/secured-mail';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMail } from './send-mail.ts';

test('no password is sent in plain text from a product on a domain', async () => {
  const server = await startSecuredMail();
  onTestFinished(() => server.stop());
  const send = (PUBLIC_URL: string) =>
    smtpMail({ PUBLIC_URL, SMTP_URL: server.urlOf('none'), MAIL_FROM: 'hello@closingwire.test' })({
      mailId: newId(),
      to: 'ada@example.com',
      mail: { template: 'confirm-email', firstName: 'Ada', link: 'https://product.example/confirm' },
    });
  await expect(send('https://app.closingwire.com')).rejects.toThrow(/STARTTLS|command/);
  await send('http://localhost:8080');
  expect(server.mails).toHaveLength(1);
});
