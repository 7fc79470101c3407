import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { expect, onTestFinished, test } from 'vitest';
import { openSmtp } from '../src/delivery/smtp.ts';
import { scriptedSmtpServer } from './scripted-smtp-server.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const dkim = { domain: 'closingwire.test', selector: 'cw1', privateKey };

type Script = Parameters<typeof scriptedSmtpServer>[0];

/** Sends a mail with and without a signature; both must have the same outcome. */
async function outcomesOf(script: Script, timeouts?: { envelopeMs?: number; mailMs?: number }) {
  const server = await scriptedSmtpServer(script);
  onTestFinished(server.close);
  const outcomes = [];
  for (const key of [undefined, dkim]) {
    const from = 'hello@closingwire.test';
    const smtp = openSmtp({ url: server.url, from, perSecond: 100, dkim: key, ...timeouts });
    const mail = { id: newId(), to: 'ada@example.com', subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };
    outcomes.push(await smtp.send(mail).finally(() => smtp.part.stop()));
  }
  const [plain, signed] = outcomes;
  expect(signed).toEqual(plain);
  return { outcome: plain, taken: server.taken() };
}

test.each<[string, Script, { mailMs?: number }]>([
  ['never confirms', 'hang', { mailMs: 2_000 }],
  ['disconnects', 'break off', {}],
])('a mail is unknown when the server takes it and %s', async (_, script, timeouts) => {
  const { outcome, taken } = await outcomesOf(script, timeouts);
  expect(outcome).toMatchObject({ kind: 'unknown' });
  expect(taken).toBe(2);
});

test('the reply to the mail has a longer timeout than the envelope', async () => {
  const slow = outcomesOf('hang', { envelopeMs: 1_000, mailMs: 2_000 });
  const begun = performance.now();
  expect((await slow).outcome).toMatchObject({ kind: 'unknown' });
  expect(performance.now() - begun).toBeGreaterThan(4_000);
});

test.each<[string, Script]>([
  ['the sender', { mail: 'hang' }],
  ['the recipient', () => 'hang'],
  ['DATA', { data: 'hang' }],
])('a server that never replies to %s is away', async (_, script) => {
  const { outcome, taken } = await outcomesOf(script, { envelopeMs: 200 });
  expect(outcome).toMatchObject({ kind: 'away', reason: expect.stringContaining('no reply') });
  expect(taken).toBe(0);
});

test.each<[string, Script, object]>([
  ['an unknown mailbox', () => '550 5.1.1 unknown', { kind: 'refused', addressRefusal: '550 5.1.1 unknown' }],
  ['our sender', { mail: '550 5.7.1 Sending domain not verified' }, { kind: 'rejected' }],
  ['our server', () => '554 5.7.1 Relay access denied', { kind: 'rejected' }],
  ['the content', { body: '554 5.7.1 Spam message rejected' }, { kind: 'rejected' }],
  ['a full mailbox', () => '552 5.2.2 Mailbox full', { kind: 'deferred' }],
  ['a recipient for now', () => '450 4.2.0 Greylisted', { kind: 'deferred' }],
  ['a mail for now', { body: '451 4.7.1 Try again later' }, { kind: 'deferred' }],
  ['every mail for now', { mail: '451 4.3.0 Out of resources' }, { kind: 'away' }],
  ['the connection', () => '421 4.3.2 Shutting down', { kind: 'away' }],
])('a refusal of %s', async (_, script, expected) => {
  expect((await outcomesOf(script)).outcome).toMatchObject(expected);
});
