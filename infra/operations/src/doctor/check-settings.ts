import { ownSecret, ownSecretOf, shownValue } from '@closingwire/chassis/config';
import { modeWithoutSecret, paymentKeyNames } from '@closingwire/contracts/payment-provider';
import { LEAST_PASSPHRASE } from '../backup/backup-config.ts';
import type { Settings } from '../settings-file.ts';
import { type Finding, problem } from './finding.ts';

/** A setting of some way to start the product. */
export type KnownSetting = {
  name: string;
  required?: boolean;
  secret?: boolean;
  /** The value in the example file. */
  example?: string;
  /** Whether the example works on a server. */
  isUsable?: boolean;
};

/** Secrets that the operator generates. Stripe and mail providers generate the others. */
const ownSecrets = [
  'SERVICE_SECRET',
  'WEBHOOK_SECRET',
  'INGESTION_KEY',
  'POSTGRES_PASSWORD',
  'MONGO_PASSWORD',
  'BACKUP_PASSPHRASE',
  'MAIL_EVENTS_SECRET',
];

/** Compose reads these settings from the same file. */
const ofCompose = /^COMPOSE_/;

/** A missing value of these settings is reported by other checks, in more detail. */
const checkedElsewhere = ['PUBLIC_URL', 'MAIL_FROM', 'SMTP_URL', 'POSTAL_ADDRESS', 'SUPPORT_ADDRESS'];

export const checkRequired = (settings: Settings, known: readonly KnownSetting[]): Finding[] =>
  known
    .filter(
      ({ name, required }) => required && settings[name] === undefined && !checkedElsewhere.includes(name),
    )
    .map(({ name }) => {
      const action = ownSecrets.includes(name)
        ? 'set that of your password manager, or a new one, as `openssl rand -hex 32` prints'
        : 'set it as the example file shows';
      return problem(name, `expected a value, got nothing; ${action}.`);
    });

/** A wrong value of these settings is reported by other checks, in more detail. */
const judgedElsewhere = ['PUBLIC_URL', 'MAIL_FROM', 'SUPPORT_ADDRESS'];

const isExample = (settings: Settings, { name, example, isUsable }: KnownSetting) =>
  example !== undefined && !isUsable && settings[name] === example;

/** Finds values copied from the example file. */
export const checkExamples = (settings: Settings, known: readonly KnownSetting[]): Finding[] =>
  known
    .filter(setting => isExample(settings, setting) && !judgedElsewhere.includes(setting.name))
    .map(({ name }) => {
      const got = `got ${shownValue(name, settings[name])}, which stands in the example file`;
      return problem(name, `expected a value of your own, ${got}; set it, or remove it.`);
    });

function faultOf(name: string, value: string): string | undefined {
  if (!ownSecrets.includes(name)) return undefined;
  const schema = name === 'BACKUP_PASSPHRASE' ? ownSecretOf(LEAST_PASSPHRASE) : ownSecret;
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** Checks each secret, and finds secrets used twice. */
export function checkSecrets(settings: Settings, known: readonly KnownSetting[]): Finding[] {
  const secrets = new Set([
    ...ownSecrets,
    ...known.flatMap(setting => (setting.secret && !isExample(settings, setting) ? setting.name : [])),
  ]);
  const findings: Finding[] = [];
  const firstWith = new Map<string, string>();
  for (const name of secrets) {
    const value = settings[name];
    if (value === undefined) continue;
    const fault = faultOf(name, value);
    const first = firstWith.get(value);
    if (fault !== undefined) {
      const action = 'set another, as `openssl rand -base64 32` prints';
      const got = `got a value of ${value.length} characters`;
      findings.push(problem(name, `expected ${fault}, ${got}; ${action}.`));
    } else if (first !== undefined) {
      findings.push(problem(name, `expected a secret of its own, got that of ${first}; set another one.`));
    }
    firstWith.set(value, first ?? name);
  }
  return findings;
}

/** Without a secret, billing refuses the mode's events, so payments stay open. */
export function checkSigningSecrets(settings: Settings): Finding[] {
  const mode = modeWithoutSecret(settings);
  if (mode === undefined) return [];
  const text = `expected the signing secret of ${mode} mode, whose keys are set, got that of the other mode alone; run \`make stripe-setup\`.`;
  return [problem(paymentKeyNames[mode].webhookSecret, text)];
}

/** Edit distance of two names: insertions, deletions, replacements. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, letterOfOther] of [...other].entries()) {
      const cost = letter === letterOfOther ? 0 : 1;
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + cost));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A name with more edits is another word. */
const MOST_EDITS = 4;

function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map(candidate => ({ candidate, edits: distance(name, candidate) }))
    .toSorted((one, other) => one.edits - other.edits);
  return best && best.edits <= MOST_EDITS ? best.candidate : undefined;
}

/** Finds settings that no process reads: the operator would expect an effect. */
export function checkNames(settings: Settings, known: readonly KnownSetting[]): Finding[] {
  if (known.length === 0) return [];
  const names = known.map(({ name }) => name);
  return Object.keys(settings)
    .filter(name => !names.includes(name) && !ofCompose.test(name))
    .map(name => {
      const near = nearest(name, names);
      const action = near ? `is it ${near}? Rename or remove it` : 'remove it';
      return problem(name, `expected a setting of the product, got a name that nothing reads; ${action}.`);
    });
}
