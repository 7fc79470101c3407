import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { callInternal } from '@closingwire/chassis/http-client';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testPatience } from '@closingwire/chassis/test-service';
import { testMail, until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { leadFlagged, optOutDecided, optOutReviewNeeded } from '@closingwire/contracts/leads';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { freePort } from '@closingwire/local/ports/free-port';
import { dieWithParent } from '@closingwire/local/supervisor/program';
import { describe, expect, test } from 'vitest';
import type { NotificationsConfig } from '../src/config.ts';
import { pruneMails } from '../src/mails/log.ts';
import { clientOf, confirmation, someAddress, stateOf } from './asked-mails.ts';
import { inboxOf, mailsAbout } from './inbox.ts';
import { openedInTest } from './opened-in-test.ts';
import { scriptedSmtpServer } from './scripted-smtp-server.ts';
import { openTestBus, type RunningNotifications, testConfig } from './start-notifications.ts';
import { aUser } from './states.ts';

const { open, start } = openedInTest();

/** Stops a process before its test ends, so that it does not send the mails of the next one. */
async function stop(running: RunningNotifications): Promise<void> {
  open.splice(open.indexOf(running), 1);
  await running.stop();
}

async function asAdmin(url: string, identity: RunningNotifications['identity']) {
  const token = await identity.tokenFor({ isAdmin: true });
  return callInternal(notificationsApi, { url, token: async () => token, ...testPatience });
}

/** After every mail's deadline. */
const inThreeDays = () => new Date(Date.now() + 3 * 24 * 3_600_000);

describe('a mail with a secret', () => {
  test('is sent once when requested twice', async () => {
    const running = await start();
    const client = clientOf({ url: running.service.http.url, config: running.config });
    const asked = confirmation(someAddress());
    await client.sendMail(asked);
    await client.sendMail(asked);
    const later = confirmation(asked.to);
    await client.sendMail(later);
    const mails = await mailsAbout(asked.to, 'Confirm your email address', 2);
    expect(mails.map(mail => mail.headers['message-id']).toSorted()).toEqual(
      [asked, later].map(({ mailId }) => `<${mailId}@closingwire.com>`).toSorted(),
    );
    expect(mails[0]?.headers['list-unsubscribe']).toBeUndefined();
    expect(mails[0]?.text).toContain('token=secret-in-the-link');
  });

  test('loses its content once sent', async () => {
    const running = await start();
    const asked = confirmation(someAddress());
    await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
    await until(async () => (await stateOf(running, asked.to)).state === 'sent');
    expect((await stateOf(running, asked.to)).data).toEqual({});
  });

  test('is accepted only from services', async () => {
    const { service, identity } = await start();
    const post = (authorization: string) =>
      fetch(`${service.http.url}/internal/mails`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(confirmation(someAddress())),
      });
    expect((await post('')).status).toBe(401);
    expect((await post(`Bearer ${await identity.tokenFor({ isAdmin: true })}`)).status).toBe(403);
  });
});

test('other mails overtake notices, also after a failed attempt', async () => {
  const running = await start({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const user = aUser();
  await running.emit(userRegistered, user);
  const asked = confirmation(someAddress());
  await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
  const waiting = async () => {
    const { rows } = await running.database.query<{ template: string; priority: number }>(
      sql`select distinct m.template, j.priority from mails m
       join graphile_worker._private_jobs j on j.payload->>'mailId' = m.id::text
       where m.last_error is not null and m.state = 'waiting' and m.recipient = any(${[user.email, asked.to]}) order by j.priority`,
    );
    return rows.length === 2 ? rows : undefined;
  };
  expect(await until(waiting)).toEqual([
    { template: 'confirm-email', priority: 0 },
    { template: 'welcome', priority: 10 },
  ]);
});

test('a changed account is mailed once', async () => {
  const running = await start();
  const client = clientOf({ url: running.service.http.url, config: running.config });
  const to = someAddress();
  const mail = {
    template: 'account-changed',
    firstName: 'Ada',
    change: 'api-key-made',
    from: { device: 'Firefox on Windows', address: '192.0.2.7' },
    at: '2026-03-02T08:00:00Z',
    actionLink: 'https://product.example/forgot-password',
    settingsLink: 'https://product.example/settings#sessions',
  } as const;
  const mailId = newId();
  for (let asked = 0; asked < 2; asked++) await client.sendMail({ mailId, to, mail });
  await client.sendMail({ mailId: newId(), to, mail: { ...mail, change: 'email-changed' } });
  await mailsAbout(to, 'Your email address was changed', 1);
  const [published, ...more] = await mailsAbout(to, 'A new API key was made', 1);
  expect(more).toEqual([]);
  expect(published?.headers['list-unsubscribe']).toBeUndefined();
  expect(published?.text).toContain('Network address: 192.0.2.7');
  expect(published?.html).toContain('https://product.example/settings#sessions');
});

describe('mail to support', () => {
  test('contains the contact message and its sender', async () => {
    row('call/contact-mail');
    const { emit, config } = await start();
    const message = {
      id: newId(),
      version: 1,
      name: 'Bob <b>Example</b>',
      email: 'bob@example.com\r\nBcc: spy@example.com',
      subject: 'Help\r\nX-Evil: yes',
      message: 'First line\n<script>alert(1)</script>',
      receivedAt: '2026-03-01T08:00:00Z',
    };
    await emit(contactMessageReceived, message);
    await emit(contactMessageReceived, message);
    await emit(contactMessageReceived, { ...message, id: newId(), subject: 'last' });
    await mailsAbout(config.SUPPORT_ADDRESS, '[Contact] last');
    const mails = await inboxOf(config.SUPPORT_ADDRESS);
    expect(mails).toHaveLength(2);
    const mail = mails.find(({ subject }) => subject !== '[Contact] last');
    expect(mail?.subject).toBe('[Contact] Help X-Evil: yes');
    expect(mail?.headers['x-evil']).toBeUndefined();
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.html).not.toContain('<script>');
    expect(await inboxOf('spy@example.com')).toEqual([]);
  });

  test('is sent for new lead flags only', async () => {
    const { emit, config } = await start();
    const reporter = aUser();
    await emit(userRegistered, reporter);
    const closingId = newId();
    const flag = {
      id: newId(),
      version: 1,
      closingId,
      agentId: closingId,
      closing: {
        address1: '1 Elm St',
        city: 'Kent',
        state: 'WA',
        zipCode: '98030',
        soldDate: '2026-02-27',
      },
      agentName: 'Carl Example',
      userId: reporter.id,
      note: 'Wrong phone',
      status: 'pending' as const,
      createdAt: '2026-03-01T08:00:00Z',
    };
    await emit(leadFlagged, flag);
    await emit(leadFlagged, { ...flag, version: 2, status: 'resolved' });
    const { closing: _, closingId: __, ...older } = flag;
    await emit(leadFlagged, { ...older, id: newId(), agentName: 'Dora Example' });
    const [olderMail] = await mailsAbout(config.SUPPORT_ADDRESS, '[Lead flag] Dora Example');
    expect(olderMail?.text).not.toContain('Closing:');
    const [mail, ...others] = await mailsAbout(config.SUPPORT_ADDRESS, '[Lead flag] Carl Example');
    expect(others).toEqual([]);
    expect(mail?.text).toContain(reporter.email);
    expect(mail?.text).toContain('A closing was flagged');
    expect(mail?.text).toContain('1 Elm St, Kent, WA 98030, sold 2026-02-27');
    expect(mail?.text).toContain('> Wrong phone');
  });
});

describe('an opt-out', () => {
  test('is mailed as a link, which is deleted once sent', async () => {
    const running = await start();
    const to = someAddress();
    const link = 'https://product.example/opt-out/confirm?token=secret-in-the-link';
    const mail = { template: 'confirm-opt-out' as const, link };
    await clientOf({ url: running.service.http.url, config: running.config }).sendMail({
      mailId: newId(),
      to,
      mail,
    });
    const [kept] = await mailsAbout(to, 'Confirm that you want to be in no list');
    expect(kept?.text).toContain(link);
    expect(kept?.headers['list-unsubscribe']).toBeUndefined();
    await until(async () => (await stateOf(running, to)).state === 'sent');
    expect((await stateOf(running, to)).data).toEqual({});
  });

  test('that needs review is mailed to support once', async () => {
    const { emit, config } = await start();
    const review = {
      id: newId(),
      version: 1,
      kinds: ['phone' as const],
      confirmedAt: '2026-03-01T08:00:00Z',
    };
    await emit(optOutReviewNeeded, review);
    await emit(optOutReviewNeeded, review);
    await emit(optOutReviewNeeded, { ...review, id: newId(), kinds: ['license'] });
    const mails = await mailsAbout(config.SUPPORT_ADDRESS, '[Opt-out] A request needs review', 2);
    expect(mails.map(({ text }) => /To decide on: .*/.exec(text)?.[0]).toSorted()).toEqual([
      'To decide on: License number',
      'To decide on: Phone',
    ]);
    expect(await inboxOf(config.SUPPORT_ADDRESS)).toHaveLength(2);
  });
});

describe('the decision on an opt-out', () => {
  const decision = (mailId: string) => ({
    mailId,
    version: 2,
    outcome: 'refused' as const,
    kinds: ['phone' as const],
    confirmedAt: '2026-03-01T08:00:00Z',
    decidedAt: '2026-03-04T08:00:00Z',
  });

  test('is mailed once to the recipient of its link', async () => {
    row('beyond/opt-out-outcome-mail');
    const running = await start();
    const { emit, config, service } = running;
    const [to, id] = [someAddress(), newId()];
    const link = 'https://product.example/opt-out/confirm?token=secret-in-the-link';
    const mail = { template: 'confirm-opt-out' as const, link };
    await clientOf({ url: service.http.url, config }).sendMail({ mailId: id, to, mail });
    const refused = decision(id);
    await emit(optOutDecided, refused);
    await emit(optOutDecided, refused);
    await emit(optOutDecided, { ...refused, version: 3, outcome: 'undone', kinds: ['email'] });
    await mailsAbout(to, 'Your opt-out request was undone', 1);
    const [published, ...more] = await mailsAbout(to, 'We could not accept a part of your opt-out', 1);
    expect(more).toEqual([]);
    expect(published?.headers['reply-to']).toBe(config.SUPPORT_ADDRESS);
    expect(published?.headers['list-unsubscribe']).toBeUndefined();
    expect(await inboxOf(to)).toHaveLength(3);
  });

  test('is not mailed without a mailed link', async () => {
    const running = await start();
    const { emit, config, service } = running;
    const [to, id] = [someAddress(), newId()];
    // `to` has another template's mail with this id; the outcome must not go to it.
    await clientOf({ url: service.http.url, config }).sendMail(confirmation(to, id));
    await emit(optOutDecided, decision(id));
    await emit(optOutReviewNeeded, {
      id: newId(),
      version: 1,
      kinds: ['phone'],
      confirmedAt: '2026-03-01T08:00:00Z',
    });
    await emit(optOutDecided, decision(newId()));
    await mailsAbout(config.SUPPORT_ADDRESS, '[Opt-out] A request needs review', 1);
    await until(async () => (await stateOf(running, to)).state === 'sent');
    const outcomes = await running.database.query(sql`select from mails where template = 'opt-out-outcome'`);
    expect(outcomes.rows).toEqual([]);
  });
});

/** Ended mails of an opt-out: the sent link and the refused outcome. */
async function refusedOutcome() {
  const server = await scriptedSmtpServer('refuse');
  open.push({ stop: server.close });
  const { config, identity } = await testConfig({ SMTP_URL: server.url });
  const refusing = await start({ ...config, clock: inThreeDays });
  const [to, mailId] = [someAddress(), newId()];
  const mail = { template: 'confirm-opt-out' as const, link: 'https://product.example/opt-out/confirm' };
  await clientOf({ url: refusing.service.http.url, config }).sendMail({ mailId, to, mail });
  const at = '2026-03-04T08:00:00Z';
  await refusing.emit(optOutDecided, {
    mailId,
    version: 3,
    outcome: 'undone',
    kinds: [],
    confirmedAt: at,
    decidedAt: at,
  });
  await until(async () => {
    const ended = await refusing.database.query(
      sql`select from mails where recipient = ${to} and state = 'refused'`,
    );
    return ended.rowCount === 2;
  });
  return { config, identity, refusing, to, mailId };
}

describe('the outcome of an opt-out', () => {
  test('has no secret, so an admin can send it again', async () => {
    const { config, identity, refusing, to } = await refusedOutcome();
    await stop(refusing);
    const running = await start({ ...config, PORT: 0, SMTP_URL: testMail().smtpUrl });
    const admin = await asAdmin(running.service.http.url, identity);
    const { mails } = await admin.listMails({ search: to });
    expect(mails.map(({ template, canReplay }) => [template, canReplay])).toEqual([
      ['opt-out-outcome', true],
      ['confirm-opt-out', false],
    ]);
    await admin.replayMail({ id: mails[0]?.id ?? '' });
    await mailsAbout(to, 'Your opt-out request was undone', 1);
  });

  test('and its link keep their recipient for 90 days', async () => {
    row('beyond/opt-out-mails-forgotten');
    const { config, identity, refusing, to, mailId } = await refusedOutcome();
    const pg = openPg({
      url: config.DATABASE_URL,
      name: 'test',
      migrations: new URL('../migrations/', import.meta.url),
      log: createLog('test', 'silent'),
    });
    await pg.part.start();
    open.push(pg.part);
    const pruneInDays = (days: number) => {
      const clock = () => new Date(Date.now() + days * 24 * 3_600_000);
      return pruneMails({ pg, clock });
    };
    const admin = await asAdmin(refusing.service.http.url, identity);
    await pruneInDays(89);
    expect((await admin.listMails({ search: to })).total).toBe(2);
    await pruneInDays(91);
    expect((await admin.listMails({ search: to })).total).toBe(0);
    const { mails } = await admin.listMails({ search: 'opt-out' });
    expect(mails.map(({ to: recipient, canReplay }) => [recipient, canReplay])).toEqual([
      ['', false],
      ['', false],
    ]);
    // A repeated request stores no second mail.
    const mail = { template: 'confirm-opt-out' as const, link: 'https://product.example/opt-out/confirm' };
    await clientOf({ url: refusing.service.http.url, config }).sendMail({ mailId, to, mail });
    expect((await admin.listMails({ search: 'opt-out' })).total).toBe(2);
  });
});

describe('after a crash while sending', () => {
  test('links are sent again, notices are not', async () => {
    const server = await scriptedSmtpServer('hang');
    open.push({ stop: server.close });
    const ports = { PORT: await freePort(), MANAGEMENT_PORT: await freePort() };
    const { config } = await testConfig({ SMTP_URL: server.url, ...ports });
    const bus = await openTestBus(config);
    open.push(bus);
    const child = await spawnNotifications(config);
    const asked = confirmation(someAddress());
    const user = aUser();
    await clientOf({ config, url: `http://127.0.0.1:${config.PORT}` }).sendMail(asked);
    await bus.publish(userRegistered, user);
    await until(() => server.taken() === 2, { timeoutMs: 20_000 });
    child.kill('SIGKILL');
    await once(child, 'exit');

    const running = await start({ ...config, PORT: 0, SMTP_URL: testMail().smtpUrl });
    await mailsAbout(asked.to, 'Confirm your email address');
    await until(async () => (await stateOf(running, user.email)).state === 'unknown');
    expect(await inboxOf(asked.to)).toHaveLength(1);
    expect(await inboxOf(user.email)).toEqual([]);
    expect((await stateOf(running, asked.to)).unknowns).toBe(1);
  }, 60_000);
});

async function spawnNotifications(config: NotificationsConfig): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const settings = Object.entries(config).map(([name, value]) => [name, String(value)]);
  const [file, ...args] = dieWithParent([process.execPath, main], 'SIGKILL');
  const child = spawn(file, args, {
    env: { ...process.env, ...Object.fromEntries(settings) },
    stdio: 'inherit',
  });
  open.push({
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGKILL');
    },
  });
  const readiness = `http://127.0.0.1:${config.MANAGEMENT_PORT}/readyz`;
  await until(async () => (await fetch(readiness)).ok, { timeoutMs: 20_000 });
  return child;
}

describe('the log of mails', () => {
  test('shows why a mail was refused and resends it', async () => {
    row('admin-logs/mail-replay');
    const server = await scriptedSmtpServer('refuse');
    open.push({ stop: server.close });
    const { config, identity } = await testConfig({ SMTP_URL: server.url });
    const refusing = await start({ ...config, clock: inThreeDays });
    const user = aUser();
    await refusing.emit(userRegistered, user);
    await until(async () => (await stateOf(refusing, user.email))?.state === 'refused');
    await stop(refusing);

    const running = await start({ ...config, PORT: 0, SMTP_URL: testMail().smtpUrl });
    const admin = await asAdmin(running.service.http.url, identity);
    const { mails, total } = await admin.listMails({ search: user.email, state: 'refused' });
    expect(total).toBe(1);
    expect(mails).toMatchObject([
      {
        to: user.email,
        template: 'welcome',
        attempts: 1,
        canReplay: true,
        reason: expect.stringMatching(/55\d/),
      },
    ]);
    const id = mails[0]?.id ?? '';
    const [first, second] = await Promise.allSettled([admin.replayMail({ id }), admin.replayMail({ id })]);
    const late = [first, second].filter(asked => asked.status === 'rejected');
    // The first request may send the mail before the second one arrives, which is then refused.
    expect(late.length).toBeLessThan(2);
    for (const { reason } of late) expect(reason).toMatchObject({ code: 'mail_not_replayable' });
    await mailsAbout(user.email, /.*/, 1);
    await until(async () => (await stateOf(running, user.email)).state === 'sent');
    expect(await inboxOf(user.email)).toHaveLength(1);
    await expect(admin.replayMail({ id })).rejects.toMatchObject({
      code: 'mail_not_replayable',
      message: 'This mail was sent; no mail is sent twice',
    });
  });

  test('resends no secret', async () => {
    const server = await scriptedSmtpServer(() => '550 5.1.1 no such user');
    open.push({ stop: server.close });
    const running = await start({ SMTP_URL: server.url });
    const asked = confirmation(someAddress());
    await clientOf({ url: running.service.http.url, config: running.config }).sendMail(asked);
    await until(async () => (await stateOf(running, asked.to)).state === 'refused');
    expect((await stateOf(running, asked.to)).data).toEqual({});
    const admin = await asAdmin(running.service.http.url, running.identity);
    expect((await admin.listMails({ search: asked.to })).mails).toMatchObject([{ canReplay: false }]);
    await expect(admin.replayMail({ id: asked.mailId })).rejects.toMatchObject({
      message: 'The content of this mail was deleted',
    });
  });
});
