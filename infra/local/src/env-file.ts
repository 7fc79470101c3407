import { existsSync, readFileSync } from 'node:fs';
import { paymentKeyNames } from '@closingwire/contracts/payment-provider';
import { settingsIn } from '@closingwire/operations/settings-file';
import { commonGroups } from '@closingwire/topology/production-settings';
import type { Way } from '@closingwire/topology/settings';
import { portsOfStart } from './ports/ports-of-start.ts';
import { root } from './root.ts';
import { servers } from './servers/server.ts';
import { PlatformError } from './terminal.ts';

type Environment = Record<string, string | undefined>;

const stripeNames: string[] = Object.values(paymentKeyNames).flatMap(names => Object.values(names));

/** `make containers` runs these itself, so it ignores settings for them. */
const ofStart = [...servers.map(({ variable }) => variable), ...stripeNames, 'POSTGRES_STANDBY', 'OBSERVE'];

type LocalWay = Exclude<Way, 'make deploy'>;

/** Settings that not every way of starting reads. */
const limited: readonly { name: string; ways: readonly Way[] }[] = [
  ...commonGroups.flatMap(({ values, ways }) =>
    ways ? Object.keys(values).map(name => ({ name, ways })) : [],
  ),
  ...portsOfStart.map(({ variable }) => ({ name: variable, ways: ['make start' as const] })),
];

type Ignored = { name: string; reason: string };

const withReason = (names: readonly string[], reason: string): Ignored[] =>
  names.map(name => ({ name, reason }));

const ownServers =
  'it runs its own servers, inbox and payment sandbox; `make start` and `make deploy` use yours';

/** Settings without effect because of other settings. */
function ignoredBeside(way: LocalWay, env: Environment): Ignored[] {
  if (way === 'make containers') return withReason(ofStart, ownServers);
  const hasKey = env.STRIPE_SECRET_KEY || env.STRIPE_LIVE_SECRET_KEY;
  const reason = 'without STRIPE_SECRET_KEY or STRIPE_LIVE_SECRET_KEY the payment sandbox runs';
  return [
    ...(hasKey ? [] : withReason(stripeNames, reason)),
    ...(env.POSTGRES_STANDBY === '1'
      ? []
      : withReason(['STANDBY_BEHIND_MS'], 'without POSTGRES_STANDBY=1 no standby runs')),
  ];
}

/** Throws a PlatformError with a line per setting that this way of starting would ignore. */
export function expectNoIgnored(way: LocalWay, env: Environment): void {
  const ignored = [
    ...ignoredBeside(way, env),
    ...limited
      .filter(({ ways }) => !ways.includes(way))
      .map(({ name, ways }) => ({
        name,
        reason: `only \`${ways.join('` and `')}\` read${ways.length > 1 ? '' : 's'} it`,
      })),
  ].filter(({ name }) => env[name]);
  if (ignored.length === 0) return;
  const byReason = Map.groupBy(ignored, ({ reason }) => reason);
  const lines = [...byReason].map(([reason, found]) => {
    const names = found.map(({ name }) => name).join(', ');
    return `\`${way}\` ignores ${names}: ${reason}. Remove ${found.length > 1 ? 'them' : 'it'} from .env.`;
  });
  throw new PlatformError(lines.join('\n'));
}

/**
 * Loads an env file into an environment if the file exists; variables that are already set stay. Returns the file's
 * settings.
 */
export function loadSettings(file = `${root}/.env`, env: Environment = process.env): Environment {
  const settings = existsSync(file) ? settingsIn(readFileSync(file, 'utf8'), file) : {};
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  return settings;
}

/** Loads `.env` with `loadSettings`. Throws if a setting would be ignored. */
export function loadEnvFile(way: LocalWay): Environment {
  const settings = loadSettings();
  expectNoIgnored(way, process.env);
  return settings;
}
