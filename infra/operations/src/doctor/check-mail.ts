import { createPublicKey } from 'node:crypto';
import { configFaults, processConfig } from '@closingwire/chassis/config';
import { isSigningKey, mailConfig, mailFaults, signingKey } from '@closingwire/chassis/mail-settings';
import { z } from 'zod';
import type { Settings } from '../settings-file.ts';
import { isReservedName, publicHost } from './check-address.ts';
import { type Finding, type Looked, problem, refusedValue, warning } from './finding.ts';

/** Returns the domain of an address such as `Name <user@domain>`. */
export const mailDomain = (address = ''): string | undefined =>
  /^[^<>]*<?[^<>@\s]+@([a-z0-9.-]+\.[a-z0-9-]+)>?$/i.exec(address.trim())?.[1]?.toLowerCase();

function checkMailbox(name: string, settings: Settings, example: string): Finding[] {
  const value = settings[name];
  const domain = mailDomain(value);
  const found = (expected: string, action: string) => [
    problem(name, `expected ${expected}, got ${value ?? 'nothing'}; ${action}.`),
  ];
  if (domain === undefined) return found('an email address', `set it, e.g. ${name}=${example}`);
  if (isReservedName(domain) && isReservedName(publicHost(settings) ?? '')) {
    const text = `${domain} receives no mail; for customers, set an address at a domain of your own.`;
    return [warning(name, text)];
  }
  if (isReservedName(domain))
    return found('an address at a domain of your own', `${domain} receives no mail, so set another`);
  return [];
}

/** Notifications reads a selector alone as that of the mail provider's key. */
function checkDkimSettings(settings: Settings): Finding[] {
  const others = ['DKIM_DOMAIN', 'DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'];
  const set = others.find(name => settings[name] !== undefined);
  if (set === undefined || settings.DKIM_SELECTOR !== undefined) return [];
  const text = `expected a value, because ${set} is set, got nothing; set it, or remove the others.`;
  return [problem('DKIM_SELECTOR', text)];
}

const mailSettings = z
  .object({ PUBLIC_URL: processConfig.PUBLIC_URL, ...mailConfig })
  .superRefine((given, context) => {
    for (const { setting, expected } of mailFaults(given))
      context.addIssue({ code: 'custom', path: [setting], message: expected });
  });

/** Finds settings that notifications refuses at its start. The check of DNS records finds a bad DKIM key in a file. */
function checkAsNotifications(settings: Settings): Finding[] {
  return configFaults(mailSettings, settings).map(({ name, expected }) =>
    refusedValue(name, expected, settings[name]),
  );
}

/** Checks the addresses and the server for email without connecting. */
export function checkMailSettings(settings: Settings): Finding[] {
  const { SMTP_URL: server, POSTAL_ADDRESS: postal } = settings;
  const findings = [
    ...checkMailbox('MAIL_FROM', settings, 'ClosingWire <hello@your.domain>'),
    ...checkMailbox('SUPPORT_ADDRESS', settings, 'support@your.domain'),
    ...checkDkimSettings(settings),
  ];
  if (!/^smtps?:\/\/./.test(server ?? '')) {
    const got = server === undefined ? 'nothing' : 'a value that begins otherwise';
    const text = `expected smtp:// or smtps:// with user, password and server, got ${got}; set what your mail provider shows.`;
    findings.push(problem('SMTP_URL', text));
  }
  if (postal === undefined) {
    const text =
      'expected the postal address that CAN-SPAM requires in marketing email, got nothing; set it.';
    findings.push(problem('POSTAL_ADDRESS', text));
  }
  const named = new Set(['PUBLIC_URL', ...findings.map(({ item }) => item)]);
  if (named.has('MAIL_FROM')) named.add('DKIM_DOMAIN');
  return [...findings, ...checkAsNotifications(settings).filter(({ item }) => !named.has(item))];
}

export type MailFacts = {
  domain: string;
  /** TXT records of the domain, of `_dmarc` at the domain or a parent, and of the DKIM selector. */
  spf: Looked<string[]>;
  dmarc: Looked<string[]>;
  dkim?: { selector: string; domain: string; records: Looked<string[]>; privateKey?: Looked<string> };
};

const recordsIn = (looked: Looked<string[]>, pattern: RegExp) =>
  looked.kind === 'found' ? looked.value.filter(record => pattern.test(record)) : [];

function checkSpf({ domain, spf }: MailFacts): Finding[] {
  if (spf.kind === 'unknown') return [unasked('SPF', domain, spf.reason)];
  const records = recordsIn(spf, /^v=spf1(\s|$)/i);
  const expected = `expected one TXT record of ${domain} that begins with v=spf1`;
  const [record, ...others] = records;
  if (record === undefined) {
    return [problem('SPF', `${expected}, got none; create the one that your mail provider shows.`)];
  }
  if (others.length > 0) return [problem('SPF', `${expected}, got ${records.length}; join them to one.`)];
  if (!/\+?\ball\b/.test(record) || /[-~?]all\b/.test(record)) return [];
  return [
    problem('SPF', `expected -all or ~all at the end of '${record}', which allows every sender; change it.`),
  ];
}

function checkDmarc({ domain, dmarc }: MailFacts): Finding[] {
  if (dmarc.kind === 'unknown') return [unasked('DMARC', `_dmarc.${domain}`, dmarc.reason)];
  if (recordsIn(dmarc, /^v=DMARC1(\s|;|$)/i).length > 0) return [];
  const action = 'create it, e.g. with v=DMARC1; p=none';
  return [problem('DMARC', `expected a TXT record of _dmarc.${domain}, got none; ${action}.`)];
}

const unasked = (item: string, name: string, reason: string) =>
  warning(item, `${name} cannot be looked up here (${reason}); check its TXT record.`);

/** Returns the public key as in the record's `p=`, base64. */
const publicKeyOf = (pem: string) =>
  createPublicKey(pem).export({ format: 'der', type: 'spki' }).toString('base64');

function checkDkim({ dkim }: MailFacts): Finding[] {
  if (!dkim) {
    const text = 'no DKIM setting, so that ClosingWire does not sign; see that your mail provider does.';
    return [warning('DKIM', text)];
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  if (dkim.records.kind === 'unknown') return [unasked('DKIM', name, dkim.records.reason)];
  const [record] = recordsIn(dkim.records, /(^|;)\s*p=/);
  const expected = `expected a TXT record of ${name}`;
  if (record === undefined) {
    return [problem('DKIM', `${expected}, got none; create it, or correct DKIM_SELECTOR.`)];
  }
  const published = /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? '';
  if (published === '')
    return [problem('DKIM', `${expected} with a key, got a revoked one; create a new key.`)];
  return dkim.privateKey ? checkOwnKey(name, published, dkim.privateKey) : [];
}

const isUsable = (privateKey: Looked<string>) =>
  privateKey.kind === 'found' && isSigningKey(privateKey.value);

function checkKey({ dkim }: MailFacts): Finding[] {
  if (!dkim?.privateKey || isUsable(dkim.privateKey)) return [];
  const got = dkim.privateKey.kind === 'unknown' ? dkim.privateKey.reason : 'another text';
  const text = `expected ${signingKey}, got ${got}; correct DKIM_PRIVATE_KEY or its file.`;
  return [problem('DKIM', text)];
}

function checkOwnKey(name: string, published: string, privateKey: Looked<string>): Finding[] {
  if (privateKey.kind !== 'found' || !isUsable(privateKey) || publicKeyOf(privateKey.value) === published)
    return [];
  return [
    problem(
      'DKIM',
      `expected the public key of DKIM_PRIVATE_KEY in ${name}, got another; change the record or the key.`,
    ),
  ];
}

/**
 * Checks the signing key, and the DNS records by which receivers trust the sender. An invented domain already has its
 * own finding.
 */
export const checkMailRecords = (facts: MailFacts): Finding[] => [
  ...checkKey(facts),
  ...(isReservedName(facts.domain) ? [] : [...checkSpf(facts), ...checkDkim(facts), ...checkDmarc(facts)]),
];
