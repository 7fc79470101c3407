import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainConfig } from '@closingwire/chassis/config';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dkimKeyOf, notificationsConfig } from './config.ts';

const local = {
  DATABASE_URL: 'postgres://localhost/notifications',
  KAFKA_BROKERS: 'localhost:9092',
  TOKEN_ISSUER: 'http://localhost:8080',
  SERVICE_SECRET: 'mQ2vJ8xTz4RkYw7NpLs1HcBd5FgUa0Ee',
};

const production = {
  ...local,
  PUBLIC_URL: 'https://app.closingwire.com',
  MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
  SUPPORT_ADDRESS: 'support@closingwire.com',
  POSTAL_ADDRESS: 'ClosingWire Inc., 548 Market St, San Francisco, CA 94104',
};

/** Returns the lines that the process prints before it exits. */
function faultsOf(env: Record<string, string>): string[] {
  const parsed = notificationsConfig.safeParse(env);
  return parsed.success ? [] : explainConfig(parsed.error, env);
}

const pemOfType = (type: 'rsa' | 'ed25519', modulusLength = 2048) => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

const dkim = {
  DKIM_DOMAIN: 'closingwire.com',
  DKIM_SELECTOR: 'cw1',
  DKIM_PRIVATE_KEY: pemOfType('rsa'),
};

describe('the addresses in production', () => {
  test('are complete', () => expect(faultsOf(production)).toEqual([]));

  test.each([
    ['POSTAL_ADDRESS', '', 'POSTAL_ADDRESS: expected your postal address, which CAN-SPAM'],
    [
      'MAIL_FROM',
      'ClosingWire <hello@closingwire.test>',
      'MAIL_FROM: expected an address at your own domain',
    ],
    ['MAIL_FROM', 'hello@mail.example.com', 'MAIL_FROM: expected an address at your own domain'],
    ['SUPPORT_ADDRESS', 'support@closingwire.example', 'SUPPORT_ADDRESS: expected an address at your own'],
    ['SUPPORT_ADDRESS', 'support@example.org', 'SUPPORT_ADDRESS: expected an address at your own domain'],
  ])('are refused: %s is "%s"', (setting, value, expected) => {
    expect(faultsOf({ ...production, [setting]: value })).toEqual([expect.stringContaining(expected)]);
  });

  test('are all required', () => {
    const faults = faultsOf({ ...local, PUBLIC_URL: 'https://app.closingwire.com' });
    expect(faults.map(fault => fault.split(':')[0])).toEqual([
      'MAIL_FROM',
      'SUPPORT_ADDRESS',
      'POSTAL_ADDRESS',
    ]);
  });

  test.each([
    'http://localhost:8080',
    'https://localhost:8443',
    'https://127.0.0.1',
    'http://closingwire.com',
  ])('have defaults at %s', PUBLIC_URL => expect(faultsOf({ ...local, PUBLIC_URL })).toEqual([]));

  test('have one line', () => {
    expect(faultsOf({ ...production, POSTAL_ADDRESS: 'One St\r\nBcc: x' })).toEqual([
      expect.stringContaining('POSTAL_ADDRESS: expected one line'),
    ]);
  });
});

describe('DKIM', () => {
  test('is off by default', () => {
    expect(dkimKeyOf(notificationsConfig.parse(production))).toBeUndefined();
  });

  test('accepts a key with escaped line breaks', () => {
    const DKIM_PRIVATE_KEY = dkim.DKIM_PRIVATE_KEY.replaceAll('\n', '\\n');
    const config = notificationsConfig.parse({ ...production, ...dkim, DKIM_PRIVATE_KEY });
    expect(dkimKeyOf(config)).toEqual({
      domain: 'closingwire.com',
      selector: 'cw1',
      privateKey: dkim.DKIM_PRIVATE_KEY,
    });
  });

  test('reads a key from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dkim-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { DKIM_PRIVATE_KEY: pem, ...named } = dkim;
    const DKIM_PRIVATE_KEY_FILE = join(folder, 'dkim.pem');
    writeFileSync(DKIM_PRIVATE_KEY_FILE, pem);
    const config = notificationsConfig.parse({ ...production, ...named, DKIM_PRIVATE_KEY_FILE });
    expect(dkimKeyOf(config)?.privateKey).toBe(pem);
  });

  test.each(['DKIM_DOMAIN', 'DKIM_PRIVATE_KEY'] as const)('needs a selector beside %s', setting => {
    expect(faultsOf({ ...production, [setting]: dkim[setting] })).toEqual([
      expect.stringContaining('DKIM_SELECTOR: expected the selector of the DKIM record, because other'),
    ]);
  });

  test('signs for the domain of MAIL_FROM by default', () => {
    const { DKIM_DOMAIN: _, ...rest } = dkim;
    expect(dkimKeyOf(notificationsConfig.parse({ ...production, ...rest }))?.domain).toBe('closingwire.com');
  });

  test("is the mail provider's when a selector has no key", () => {
    const { DKIM_PRIVATE_KEY: _, ...rest } = dkim;
    expect(dkimKeyOf(notificationsConfig.parse({ ...production, ...rest }))).toBeUndefined();
  });

  test.each([
    ['another type of key', { DKIM_PRIVATE_KEY: pemOfType('ed25519') }, 'DKIM_PRIVATE_KEY: expected an RSA'],
    ['a short key', { DKIM_PRIVATE_KEY: pemOfType('rsa', 512) }, 'DKIM_PRIVATE_KEY: expected an RSA'],
    ['no key', { DKIM_PRIVATE_KEY: 'secret-text' }, 'DKIM_PRIVATE_KEY: expected an RSA'],
    ['two keys', { DKIM_PRIVATE_KEY_FILE: '/x.pem' }, 'DKIM_PRIVATE_KEY: expected either'],
    ['another domain', { DKIM_DOMAIN: 'closingwire.net' }, 'DKIM_DOMAIN: expected the domain of MAIL_FROM'],
  ])('refuses %s', (_fault, changes, expected) => {
    const [fault = '', ...more] = faultsOf({ ...production, ...dkim, ...changes });
    expect(fault).toContain(expected);
    expect(fault).not.toContain('secret-text');
    expect(more).toEqual([]);
  });

  test('refuses a missing file', () => {
    const { DKIM_PRIVATE_KEY: _, ...named } = dkim;
    expect(faultsOf({ ...production, ...named, DKIM_PRIVATE_KEY_FILE: '/nowhere/dkim.pem' })).toEqual([
      expect.stringContaining('DKIM_PRIVATE_KEY_FILE: expected a file that this process can read (ENOENT'),
    ]);
  });
});
