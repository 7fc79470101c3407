import { generateKeyPairSync } from 'node:crypto';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { paymentRecovered } from '@closingwire/contracts/billing';
import { freePort } from '@closingwire/local/ports/free-port';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { expect, onTestFinished, test } from 'vitest';
import { mailGauges } from '../src/delivery/gauges.ts';
import { templates } from '../src/mails/templates.ts';
import { mailsAbout } from './inbox.ts';
import { startNotifications } from './start-notifications.ts';
import { anAccount, aUser } from './states.ts';

async function start(overrides: Parameters<typeof startNotifications>[0] = {}) {
  const running = await startNotifications(overrides);
  onTestFinished(() => running.stop());
  return running;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** The DNS of the signing domain. */
async function resolver(name: string, type: string): Promise<string[][]> {
  if (type === 'TXT' && name === 'cw1._domainkey.closingwire.com') return [[record]];
  throw Object.assign(new Error(`${type} ${name} not found`), { code: 'ENOTFOUND' });
}

/** Returns the raw text of a mail that the test server received. */
async function sourceOf(id: string): Promise<Buffer> {
  const reply = await fetch(new URL(`/email/${id}/source`, process.env.TEST_MAIL_API_URL));
  return Buffer.from(await reply.arrayBuffer());
}

test('a mail is signed with its one-click unsubscribe headers', async () => {
  row('beyond/dkim');
  const { emit, config } = await start({
    DKIM_DOMAIN: 'closingwire.com',
    DKIM_SELECTOR: 'cw1',
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const user = aUser();
  await emit(userRegistered, user);
  const [mail] = await mailsAbout(user.email, 'Your free trial has begun');
  expect(mail?.text).toContain(`\n${config.POSTAL_ADDRESS}\n`);
  expect(mail?.html).toContain(config.POSTAL_ADDRESS);

  const source = await sourceOf(mail?.id ?? '');
  const { results } = await dkimVerify(source, { resolver });
  expect(results).toMatchObject([{ status: { result: 'pass', aligned: 'closingwire.com' } }]);
  expect(results[0]?.signingHeaders?.keys.toLowerCase().split(/\s*:\s*/)).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  const changed = source.toString('latin1').replace('One-Click', 'Two-Click');
  const { results: ofChanged } = await dkimVerify(Buffer.from(changed, 'latin1'), { resolver });
  expect(ofChanged).toMatchObject([{ status: { result: 'fail' } }]);
});

test('a mail that cannot be turned off has no postal address', async () => {
  const { emit, config } = await start();
  const user = aUser();
  await emit(userRegistered, user);
  await emit(paymentRecovered, anAccount(user));
  const [mail] = await mailsAbout(user.email, 'Your payment went through');
  expect(`${mail?.html}${mail?.text}`).not.toContain(config.POSTAL_ADDRESS);
  expect(mail?.headers['dkim-signature']).toBeUndefined();
});

test('mails keep to the rate limit', async () => {
  const { emit, database } = await start({ MAILS_PER_SECOND: 4 });
  const users = Array.from({ length: 9 }, () => aUser());
  const begun = performance.now();
  for (const user of users) await emit(userRegistered, user);
  await until(async () => {
    const { rowCount } = await database.query(sql`select from mails where state = 'sent'`);
    return rowCount === users.length;
  });
  // Between nine mails are eight intervals of a quarter of a second.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2_000);
});

test('gauges show the number and age of waiting mails', async () => {
  const { emit, database } = await start({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const user = aUser();
  await emit(userRegistered, user);
  await emit(paymentRecovered, anAccount(user));
  await until(async () => (await database.query(sql`select from mails`)).rowCount === 2);
  await database.query(
    sql`update mails set created_at = created_at - interval '1 hour' where template = 'welcome'`,
  );
  await database.query(
    sql`insert into mails (id, template, recipient, subject_key, data, is_deferred)
     values (gen_random_uuid(), 'confirm-email', 'ada@example.com', '', '{}', true)`,
  );
  const [count, oldest] = await Promise.all(
    mailGauges(templates).map(async gauge =>
      (await database.query(gauge.sql)).rows.toSorted((one, other) =>
        one.purpose.localeCompare(other.purpose),
      ),
    ),
  );
  expect(count).toEqual([
    { purpose: 'deferred', value: 1 },
    { purpose: 'notice', value: 1 },
    { purpose: 'other', value: 1 },
  ]);
  expect(oldest?.map(({ value }) => Math.floor(value / 1_000))).toEqual([0, 3, 0]);
});
