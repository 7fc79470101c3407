import { existsSync, readFileSync } from 'node:fs';
import { settingsIn } from '@closingwire/operations/settings-file';
import { root } from './root.ts';
import { servers } from './servers/server.ts';
import { PlatformError } from './terminal.ts';

type Environment = Record<string, string | undefined>;

const stripeNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_LIVE_SECRET_KEY',
  'STRIPE_LIVE_PUBLISHABLE_KEY',
  'STRIPE_LIVE_WEBHOOK_SECRET',
];

/** What `make containers` runs itself, and its commands read no setting for. */
const ofStart = [...servers.map(({ variable }) => variable), ...stripeNames, 'POSTGRES_STANDBY', 'OBSERVE'];

/** Names that are set and have no effect, because the sandbox runs and has keys of its own. */
function ignoredByStart(env: Environment): string[] {
  const hasKey = env.STRIPE_SECRET_KEY || env.STRIPE_LIVE_SECRET_KEY;
  return hasKey ? [] : stripeNames.filter(name => env[name]);
}

/** Throws a PlatformError for each setting that this way of starting would ignore. */
export function expectNoIgnored(way: 'make start' | 'make containers', env: Environment): void {
  const ignored = way === 'make start' ? ignoredByStart(env) : ofStart.filter(name => env[name]);
  if (ignored.length === 0) return;
  const reason =
    way === 'make start'
      ? 'without STRIPE_SECRET_KEY or STRIPE_LIVE_SECRET_KEY the payment sandbox runs'
      : 'it runs its own servers, inbox and payment sandbox; `make start` and `make deploy` use yours';
  throw new PlatformError(
    `\`${way}\` ignores ${ignored.join(', ')}: ${reason}. Remove ${ignored.length > 1 ? 'them' : 'it'} from .env.`,
  );
}

/** Loads a file such as `.env`, if it exists, into an environment. Variables that are set stay. Returns the file's settings. */
export function loadSettings(file = `${root}/.env`, env: Environment = process.env): Environment {
  const settings = existsSync(file) ? settingsIn(readFileSync(file, 'utf8'), file) : {};
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  return settings;
}

/** Loads `.env` as `loadSettings` does. Throws where a setting would be ignored. */
export function loadEnvFile(way: 'make start' | 'make containers'): Environment {
  const settings = loadSettings();
  expectNoIgnored(way, process.env);
  return settings;
}
