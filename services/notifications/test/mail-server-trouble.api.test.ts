import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { sql } from '@closingwire/chassis/pg';
import { testMail, until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { freePort } from '@closingwire/local/ports/free-port';
import { describe, expect, test } from 'vitest';
import { clientOf, confirmation, someAddress, stateOf } from './asked-mails.ts';
import { inboxOf, mailsAbout } from './inbox.ts';
import { openedInTest } from './opened-in-test.ts';
import { scriptedSmtpServer } from './scripted-smtp-server.ts';
import { aUser } from './states.ts';

const { open, start } = openedInTest();

/** Forwards `port` to the server at `target`. */
async function forward(port: number, target: URL): Promise<{ stop(): Promise<void> }> {
  const server = createServer(socket => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
    },
  };
}

describe('a mail server in trouble', () => {
  test('that was away gets the mail later', async () => {
    const port = await freePort();
    const running = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const asked = confirmation(someAddress());
    await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
    await until(async () => (await stateOf(running, asked.to)).attempts >= 2);
    open.push(await forward(port, new URL(testMail().smtpUrl)));
    await mailsAbout(asked.to, 'Confirm your email address');
  });

  test('that hangs up before the mail gets it again', async () => {
    const server = await scriptedSmtpServer('hang up');
    open.push({ stop: server.close });
    const running = await start({ SMTP_URL: server.url });
    const user = aUser();
    await running.emit(userRegistered, user);
    await until(async () => (await stateOf(running, user.email))?.attempts >= 2);
    expect(server.taken()).toBe(0);
  });

  test('that refuses an address gets no retry', async () => {
    const server = await scriptedSmtpServer({ body: '550 5.1.1 no such user' });
    open.push({ stop: server.close });
    const running = await start({ SMTP_URL: server.url });
    const asked = confirmation(someAddress());
    await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
    await until(async () => (await stateOf(running, asked.to)).state === 'refused');
    expect(server.taken()).toBe(1);
  });
});

/** Starts with this server, requests a confirmation and a notice, and returns both stored mails. */
async function twoMailsTo(server: Awaited<ReturnType<typeof scriptedSmtpServer>>) {
  open.push({ stop: server.close });
  const running = await start({ SMTP_URL: server.url });
  const asked = confirmation(someAddress());
  const user = aUser();
  await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
  await running.emit(userRegistered, user);
  return {
    running,
    confirmed: () => stateOf(running, asked.to),
    welcomed: () => stateOf(running, user.email),
  };
}

describe('a mail server that takes a mail and disconnects', () => {
  test('gets a notice once and a link three times', async () => {
    const server = await scriptedSmtpServer('break off');
    const { confirmed, welcomed } = await twoMailsTo(server);
    await until(async () => (await welcomed())?.state === 'unknown');
    await until(async () => (await confirmed())?.state === 'unknown');
    expect(await welcomed()).toMatchObject({ attempts: 1, unknowns: 1 });
    expect(await confirmed()).toMatchObject({ attempts: 3, unknowns: 3, data: {} });
    expect(server.taken()).toBe(4);
  });
});

describe('a mail server that accepts other mails', () => {
  test.each<[string, Parameters<typeof scriptedSmtpServer>[0], number]>([
    ['defers a recipient', () => '450 4.2.0 Greylisted', 2],
    ['rejects our sender', { mail: '550 5.7.1 Sending domain not verified' }, 0],
  ])('and %s gets the mail later', async (_, script, deferred) => {
    const { running, confirmed, welcomed } = await twoMailsTo(await scriptedSmtpServer(script));
    const isTried = async (mail: typeof confirmed) => {
      const { state, attempts, data } = (await mail()) ?? {};
      return attempts > 0 && state === 'waiting' && Object.keys(data).length > 0;
    };
    await until(async () => (await isTried(confirmed)) && (await isTried(welcomed)));
    const { rows } = await running.database.query(sql`select from mails where is_deferred`);
    expect(rows).toHaveLength(deferred);
  });
});

test('an expired link is not sent', async () => {
  const running = await start({ clock: () => new Date(Date.now() + 5 * 3_600_000) });
  const asked = confirmation(someAddress());
  await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
  await until(async () => (await stateOf(running, asked.to)).state === 'refused');
  expect(await stateOf(running, asked.to)).toMatchObject({ attempts: 0, data: {} });
  expect(await inboxOf(asked.to)).toEqual([]);
});
