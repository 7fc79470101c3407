import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { domainOf, isAligned, isReserved } from './mail-sender.ts';

const dnsName = z
  .string()
  .regex(/^[a-z\d]([a-z\d._-]*[a-z\d])?$/i, 'a name of DNS, such as example.com')
  .toLowerCase();

/** Settings of mail, beside `smtpConfig`. */
export const mailConfig = {
  MAIL_FROM: z
    .string()
    .regex(/@/, 'an address, or a name and an address')
    .default('ClosingWire <hello@closingwire.test>'),
  /** The most mails per second and process. */
  MAILS_PER_SECOND: z.coerce.number().int().positive().default(100),
  /** Where contact messages, flagged leads and opt-outs that need review go. */
  SUPPORT_ADDRESS: z.email().default('support@closingwire.test'),
  /** One line. CAN-SPAM (15 U.S.C. 7704(a)(5)) requires it in every email that can be turned off. */
  POSTAL_ADDRESS: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\r\n]*$/, 'one line')
    .default(''),
  /** Default: the domain of MAIL_FROM. */
  DKIM_DOMAIN: dnsName.optional(),
  DKIM_SELECTOR: dnsName.optional(),
  /** Signs each mail. PEM; `\n` can replace line breaks. */
  DKIM_PRIVATE_KEY: z.string().optional(),
  /** Instead of DKIM_PRIVATE_KEY. */
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
};

type MailSettings = z.output<z.ZodObject<typeof mailConfig>> & { PUBLIC_URL: string };
type KeySettings = Pick<MailSettings, 'DKIM_PRIVATE_KEY' | 'DKIM_PRIVATE_KEY_FILE'>;
type Fault = { setting: keyof MailSettings; expected: string };

function isInProduction(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/** Returns true if a product in production would send its SMTP password in plain text; `?requireTLS=false` allows it. */
export function requiresTls({ PUBLIC_URL, SMTP_URL }: { PUBLIC_URL: string; SMTP_URL: string }): boolean {
  const { protocol, username, searchParams } = new URL(SMTP_URL);
  const isPlain = protocol === 'smtp:' && !searchParams.has('requireTLS');
  return isInProduction(PUBLIC_URL) && isPlain && username !== '';
}

function productionFaults(given: MailSettings): Fault[] {
  if (!isInProduction(given.PUBLIC_URL)) return [];
  const faults: Fault[] = [];
  // A rehearsal under a reserved name may send from one.
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

export const signingKey = `an RSA private key in PEM of at least ${LEAST_KEY_BITS} bits`;

/** nodemailer supports only RSA keys, and sends a mail unsigned if its key fails. */
export function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_KEY_BITS;
  } catch {
    return false;
  }
}

export function pemOf({
  DKIM_PRIVATE_KEY: key,
  DKIM_PRIVATE_KEY_FILE: file,
}: KeySettings): string | undefined {
  if (key !== undefined) return key.replaceAll('\\n', '\n');
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

export function keyFaults(given: KeySettings): Fault[] {
  const setting = given.DKIM_PRIVATE_KEY === undefined ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  try {
    const pem = pemOf(given);
    return pem === undefined || isSigningKey(pem) ? [] : [{ setting, expected: signingKey }];
  } catch (error) {
    return [{ setting, expected: `a file that this process can read (${(error as Error).message})` }];
  }
}

/**
 * A selector without a key is that of a mail provider that signs; `make doctor` checks its record.
 */
function dkimFaults(given: MailSettings): Fault[] {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE, MAIL_FROM } = given;
  const faults: Fault[] = [];
  if (DKIM_PRIVATE_KEY !== undefined && DKIM_PRIVATE_KEY_FILE !== undefined) {
    const expected = 'either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE, not both';
    faults.push({ setting: 'DKIM_PRIVATE_KEY', expected });
  }
  const isSelected = DKIM_SELECTOR !== undefined;
  if (!isSelected && (DKIM_DOMAIN ?? DKIM_PRIVATE_KEY ?? DKIM_PRIVATE_KEY_FILE) !== undefined) {
    const expected = 'the selector of the DKIM record, because other DKIM settings are set';
    faults.push({ setting: 'DKIM_SELECTOR', expected });
  }
  if (DKIM_DOMAIN !== undefined && !isAligned(DKIM_DOMAIN, domainOf(MAIL_FROM)))
    faults.push({ setting: 'DKIM_DOMAIN', expected: 'the domain of MAIL_FROM, or DMARC fails' });
  return faults;
}

/** Faults between settings; `keyFaults` checks the key. */
export const mailFaults = (given: MailSettings): Fault[] => [
  ...productionFaults(given),
  ...dkimFaults(given),
];
