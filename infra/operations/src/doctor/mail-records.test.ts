import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { dns } from '../../test/fake-dns.ts';
import { checkMailRecords } from './check-mail.ts';
import { type Finding, type Looked, report } from './finding.ts';
import { readMailRecords } from './read-network.ts';

const linesOf = (findings: readonly Finding[]) => report(findings).lines.slice(0, -1);

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const otherPem = other.export({ type: 'pkcs8', format: 'pem' }).toString();
const { privateKey: shortPem } = generateKeyPairSync('rsa', {
  modulusLength: 512,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const domain = 'mail.closingwire.com';
const settings = { MAIL_FROM: `ClosingWire <hello@${domain}>`, DKIM_SELECTOR: 'cw' };
const good = {
  [domain]: ['google-site-verification=1', 'v=spf1 include:provider.com -all'],
  '_dmarc.closingwire.com': ['v=DMARC1; p=none'],
  [`cw._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`],
};

async function linesFor(
  txt: Record<string, string[]> | undefined,
  key: Looked<string> = { kind: 'found', value: privateKey },
  given: Record<string, string> = settings,
) {
  const facts = await readMailRecords(given, dns(txt && { txt }), key);
  return linesOf(facts ? checkMailRecords(facts) : []);
}

test('complete records have no finding', async () => {
  expect(await linesFor(good)).toEqual([]);
});

test.each<[string, Record<string, string[]>, string]>([
  [
    'no SPF',
    { [domain]: ['something'] },
    `SPF: expected one TXT record of ${domain} that begins with v=spf1, got none; create the one that your mail provider shows.`,
  ],
  [
    'two SPF records',
    { [domain]: ['v=spf1 -all', 'v=spf1 ~all'] },
    `SPF: expected one TXT record of ${domain} that begins with v=spf1, got 2; join them to one.`,
  ],
  [
    'an SPF record for everybody',
    { [domain]: ['v=spf1 +all'] },
    "SPF: expected -all or ~all at the end of 'v=spf1 +all', which allows every sender; change it.",
  ],
  [
    'no DMARC',
    { '_dmarc.closingwire.com': ['something'] },
    `DMARC: expected a TXT record of _dmarc.${domain}, got none; create it, e.g. with v=DMARC1; p=none.`,
  ],
  [
    'no DKIM',
    { [`cw._domainkey.${domain}`]: ['something'] },
    `DKIM: expected a TXT record of cw._domainkey.${domain}, got none; create it, or correct DKIM_SELECTOR.`,
  ],
  [
    'a revoked DKIM key',
    { [`cw._domainkey.${domain}`]: ['v=DKIM1; p='] },
    `DKIM: expected a TXT record of cw._domainkey.${domain} with a key, got a revoked one; create a new key.`,
  ],
])('%s is one sentence', async (_, changes, sentence) => {
  expect(await linesFor({ ...good, ...changes })).toEqual([sentence]);
});

test.each<[string, Looked<string>, string]>([
  [
    'the key of another record',
    { kind: 'found', value: otherPem },
    `DKIM: expected the public key of DKIM_PRIVATE_KEY in cw._domainkey.${domain}, got another; change the record or the key.`,
  ],
  [
    'a key file that is missing',
    { kind: 'unknown', reason: '/certificates/dkim.pem: ENOENT' },
    'DKIM: expected an RSA private key in PEM of at least 1024 bits, got /certificates/dkim.pem: ENOENT; correct DKIM_PRIVATE_KEY or its file.',
  ],
  [
    'a key that is none',
    { kind: 'found', value: 'secret' },
    'DKIM: expected an RSA private key in PEM of at least 1024 bits, got another text; correct DKIM_PRIVATE_KEY or its file.',
  ],
  [
    'a short key',
    { kind: 'found', value: shortPem },
    'DKIM: expected an RSA private key in PEM of at least 1024 bits, got another text; correct DKIM_PRIVATE_KEY or its file.',
  ],
])('%s is one sentence', async (_, key, sentence) => {
  expect(await linesFor(good, key)).toEqual([sentence]);
});

test('without a DKIM setting there is a warning', async () => {
  expect(await linesFor(good, undefined, { MAIL_FROM: settings.MAIL_FROM })).toEqual([
    'warning: DKIM: no DKIM setting, so that ClosingWire does not sign; see that your mail provider does.',
  ]);
});

test('a wrong key is found without its record', async () => {
  const lines = await linesFor(undefined, { kind: 'found', value: shortPem });
  expect(lines[0]).toContain('DKIM: expected an RSA private key in PEM of at least 1024 bits');
});

test('a failed DNS lookup is a warning', async () => {
  expect(await linesFor(undefined)).toEqual([
    `warning: SPF: ${domain} cannot be looked up here (ETIMEOUT); check its TXT record.`,
    `warning: DKIM: cw._domainkey.${domain} cannot be looked up here (ETIMEOUT); check its TXT record.`,
    `warning: DMARC: _dmarc.${domain} cannot be looked up here (ETIMEOUT); check its TXT record.`,
  ]);
});
