import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as base from '@closingwire/chassis/config';
import { z } from 'zod';
import type { DkimKey } from './delivery/dkim.ts';
import { domainOf, isAligned, isReserved } from './delivery/sender.ts';

const dnsName = z
  .string()
  .regex(/^[a-z\d]([a-z\d._-]*[a-z\d])?$/i, 'a name of DNS, such as example.com')
  .toLowerCase();

const settings = z.object({
  ...base.processConfig,
  PORT: base.processConfig.PORT.default(8106),
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
  ...base.smtpConfig,
  SMTP_URL: base.smtpConfig.SMTP_URL.default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'an address, or a name and an address')
    .default('ClosingWire <hello@closingwire.test>'),
  /** The most mails that one process sends in a second. */
  MAILS_PER_SECOND: z.coerce.number().int().positive().default(100),
  /** Where contact messages, flagged leads and opt-outs that need review go. */
  SUPPORT_ADDRESS: z.email().default('support@closingwire.test'),
  /** The sender's, in one line. CAN-SPAM (15 U.S.C. 7704(a)(5)) requires it in every email that can be turned off. */
  POSTAL_ADDRESS: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\r\n]*$/, 'one line')
    .default(''),
  /** By default that of MAIL_FROM. */
  DKIM_DOMAIN: dnsName.optional(),
  DKIM_SELECTOR: dnsName.optional(),
  /** Signs each mail. PEM; `\n` may stand for a line break. */
  DKIM_PRIVATE_KEY: z.string().optional(),
  /** Instead of DKIM_PRIVATE_KEY. */
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  /** What the mail provider sends as bearer to the webhook for bounces; without it the webhook is off. */
  MAIL_EVENTS_SECRET: base.ownSecret.optional(),
});

type Settings = z.output<typeof settings>;
type Fault = { setting: keyof Settings; expected: string };

/** A domain with https: customers use the product there. */
function isInProduction({ PUBLIC_URL }: Settings): boolean {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/** A password on the way to the mail server of a product on a domain; `?requireTLS=false` allows plain text. */
export const requiresTls = (given: Settings): boolean => {
  const { protocol, username, searchParams } = new URL(given.SMTP_URL);
  return isInProduction(given) && protocol === 'smtp:' && username !== '' && !searchParams.has('requireTLS');
};

function productionFaults(given: Settings): Fault[] {
  if (!isInProduction(given)) return [];
  const faults: Fault[] = [];
  // A rehearsal at a name that no public DNS has may send from such a name.
  const isRehearsal = isReserved(new URL(given.PUBLIC_URL).hostname);
  for (const setting of ['MAIL_FROM', 'SUPPORT_ADDRESS'] as const) {
    if (!isRehearsal && isReserved(domainOf(given[setting])))
      faults.push({ setting, expected: 'an address at your own domain' });
  }
  if (given.POSTAL_ADDRESS === '') {
    const expected = 'your postal address, which CAN-SPAM requires in every email that can be turned off';
    faults.push({ setting: 'POSTAL_ADDRESS', expected });
  }
  return faults;
}

/** RFC 8301: a signer must not use a shorter key, and should use 2048 bits. */
const LEAST_KEY_BITS = 1024;

/** nodemailer signs with RSA alone, and sends a mail unsigned when its key does not work. */
function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_KEY_BITS;
  } catch {
    return false;
  }
}

function pemOf({ DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file }: Settings): string | undefined {
  if (key !== undefined) return key.replaceAll('\\n', '\n');
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

function keyFaults(given: Settings): Fault[] {
  const setting = given.DKIM_PRIVATE_KEY === undefined ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  if (given.DKIM_PRIVATE_KEY !== undefined && given.DKIM_PRIVATE_KEY_FILE !== undefined)
    return [{ setting, expected: 'either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE, not both' }];
  try {
    return isSigningKey(pemOf(given) ?? '')
      ? []
      : [{ setting, expected: `an RSA private key in PEM of at least ${LEAST_KEY_BITS} bits` }];
  } catch (error) {
    return [{ setting, expected: `a file that this process can read (${(error as Error).message})` }];
  }
}

/**
 * A key signs mails. A selector without a key names the record of a mail provider that signs, for `make doctor` to check.
 */
function dkimFaults(given: Settings): Fault[] {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE, MAIL_FROM } = given;
  const faults = (DKIM_PRIVATE_KEY ?? DKIM_PRIVATE_KEY_FILE) === undefined ? [] : keyFaults(given);
  const isSelected = DKIM_SELECTOR !== undefined;
  if (!isSelected && (DKIM_DOMAIN ?? DKIM_PRIVATE_KEY ?? DKIM_PRIVATE_KEY_FILE) !== undefined) {
    const expected = 'the selector of the DKIM record, because other DKIM settings are set';
    faults.push({ setting: 'DKIM_SELECTOR', expected });
  }
  if (DKIM_DOMAIN !== undefined && !isAligned(DKIM_DOMAIN, domainOf(MAIL_FROM)))
    faults.push({ setting: 'DKIM_DOMAIN', expected: 'the domain of MAIL_FROM, or DMARC fails' });
  return faults;
}

export const notificationsConfig = settings.superRefine((given, context) => {
  // zod also refines values whose format it has refused.
  if (!URL.canParse(given.PUBLIC_URL)) return;
  for (const { setting, expected } of [...productionFaults(given), ...dkimFaults(given)])
    context.addIssue({ code: 'custom', path: [setting], message: expected });
});

export type NotificationsConfig = Settings;

/** The key that signs mails; undefined when they are not signed here. */
export function dkimKeyOf(config: NotificationsConfig): DkimKey | undefined {
  const { DKIM_DOMAIN: domain = domainOf(config.MAIL_FROM), DKIM_SELECTOR: selector } = config;
  const privateKey = pemOf(config);
  return selector !== undefined && privateKey !== undefined ? { domain, selector, privateKey } : undefined;
}

export const readNotificationsConfig = (): NotificationsConfig => base.readConfig(notificationsConfig);
