import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { localDirectory } from '../root.ts';
import { makeCertificates } from './certificates.ts';
import { login } from './secured-servers.ts';

/** When a connection becomes TLS: immediately, by STARTTLS, or never. */
export type MailSecurity = 'smtps' | 'starttls' | 'none';

/**
 * Starts one mail server with passwords per `MailSecurity`, in this process. maildev does not work here: it exits when
 * a client refuses its certificate.
 */
export async function startSecuredMail() {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/mail-`);
  const certificates = await makeCertificates(dir);
  const [cert, key] = await Promise.all(
    [certificates.certificate, certificates.key].map(file => readFile(file)),
  );
  const mails: { isEncrypted: boolean; text: string }[] = [];

  const open = async (security: MailSecurity) => {
    const server = new SMTPServer({
      ...{ cert, key, secure: security === 'smtps', hideSTARTTLS: security === 'none' },
      disabledCommands: security === 'none' ? ['STARTTLS'] : [],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth({ username, password }, _session, reply) {
        const isRight = username === login.user && password === login.password;
        reply(isRight ? null : new Error('Invalid username or password'), { user: username });
      },
      onData(stream, { secure }, reply) {
        void text(stream)
          .then(mail => mails.push({ isEncrypted: secure, text: mail }))
          .then(() => reply());
      },
    });
    // A client that refuses the certificate causes an error event; without a listener this process would exit.
    server.on('error', () => {});
    const listening: Server = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const protocol = security === 'smtps' ? 'smtps' : 'smtp';
    return { server, url: `${protocol}://${login.user}:${login.password}@localhost:${port}` };
  };

  const servers = { smtps: await open('smtps'), starttls: await open('starttls'), none: await open('none') };
  return {
    certificates,
    mails,
    urlOf: (security: MailSecurity) => servers[security].url,
    async stop() {
      for (const { server } of Object.values(servers)) {
        await new Promise<void>(resolve => server.close(() => resolve()));
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}
