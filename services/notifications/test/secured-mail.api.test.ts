import { readFile } from 'node:fs/promises';
import { newId } from '@closingwire/chassis/ids';
import { type MailSecurity, startSecuredMail } from '@closingwire/local/testing/secured-mail';
import { login } from '@closingwire/local/testing/secured-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSmtp } from '../src/delivery/smtp.ts';

let server: Awaited<ReturnType<typeof startSecuredMail>>;

beforeAll(async () => {
  server = await startSecuredMail();
});
afterAll(() => server.stop());

type Address = {
  security: MailSecurity;
  ca?: 'ca' | 'otherCa';
  host?: string;
  password?: string;
  requireTls?: boolean;
};

async function send({
  security,
  ca: name,
  host = 'localhost',
  password = login.password,
  requireTls,
}: Address) {
  const address = server.urlOf(security).replace('@localhost', `@${host}`).replace(login.password, password);
  const ca = name && (await readFile(server.certificates[name], 'utf8'));
  const smtp = openSmtp({
    url: requireTls ? `${address}?requireTLS=true` : address,
    from: 'hello@closingwire.test',
    perSecond: 100,
    ...(ca && { ca }),
  });
  const mail = { id: newId(), to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const outcome = await smtp.send(mail).finally(() => smtp.part.stop());
  const arrived = server.mails.find(({ text }) => text.includes(mail.id));
  return { ...outcome, ...(arrived && { isEncrypted: arrived.isEncrypted }) };
}

test.each<Address>([
  { security: 'smtps', ca: 'ca' },
  { security: 'starttls', ca: 'ca', requireTls: true },
])('a mail is sent over TLS: %o', async address => {
  expect(await send(address)).toEqual({ kind: 'sent', isEncrypted: true });
});

test.each<[Address, RegExp]>([
  [{ security: 'smtps', ca: 'otherCa' }, /certificate/],
  [{ security: 'smtps' }, /certificate/],
  [{ security: 'smtps', ca: 'ca', host: '127.0.0.1' }, /altnames/],
  [{ security: 'smtps', ca: 'ca', password: 'wrong' }, /Invalid login/],
  [{ security: 'starttls', ca: 'otherCa', requireTls: true }, /certificate/],
  [{ security: 'starttls', ca: 'ca', host: '127.0.0.1', requireTls: true }, /altnames/],
  [{ security: 'none', requireTls: true }, /STARTTLS|command/],
])('no mail is sent to %o', async (address, reason) => {
  expect(await send(address)).toEqual({ kind: 'away', reason: expect.stringMatching(reason) });
});
