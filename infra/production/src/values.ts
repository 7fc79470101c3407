import { topology } from '@closingwire/topology';
import { withDatabase } from '@closingwire/topology/addresses';
import { commonGroups, productionNames } from '@closingwire/topology/production-settings';
import { usualDrainS } from '@closingwire/topology/settings';
import { databaseVariable } from './overlay.ts';
import { type Place, type Settings, writeWhole } from './place.ts';

/** A server that a container runs when no address of another is set. */
const ownServers = [
  { service: 'postgres', variable: 'POSTGRES_URL' },
  { service: 'kafka', variable: 'KAFKA_BROKERS' },
  { service: 'mongo', variable: 'MONGODB_URL' },
] as const;

/** The servers that run in containers here. */
export const containerServers = (settings: Settings): string[] =>
  ownServers.filter(({ variable }) => !settings[variable]).map(({ service }) => service);

export const databases = [...new Set(topology.flatMap(({ database }) => database ?? []))];

/** The database of content; users of another one, which the address names, sign in there as before. */
function contentOf(url: string): string {
  const [, database = ''] = /^[^:]+:\/\/[^/?]+\/([^?]*)/.exec(url) ?? [];
  const isPlain = ['', 'content'].includes(database) || /[?&]authSource=/.test(url);
  const content = withDatabase(url, 'content');
  return isPlain ? content : `${content}${content.includes('?') ? '&' : '?'}authSource=${database}`;
}

/** A process that has not ended by itself after its DRAIN_S is killed so much later. */
const KILL_AFTER_S = 10;

/** How long a process that takes uploads may take to end. */
export const longestDrainS = ({ DRAIN_S }: Settings): number => Number(DRAIN_S || usualDrainS) + KILL_AFTER_S;

/** What docker-compose.production.yml reads: the settings, and what follows from them. */
export function composeValues(place: Place): Record<string, string> {
  const { settings, state, certificates, siteCertificate, backups, project } = place;
  const password = encodeURIComponent(settings.POSTGRES_PASSWORD ?? '');
  const postgresUrl = settings.POSTGRES_URL ?? `postgres://closingwire:${password}@postgres:5432/postgres`;
  const webhookSecrets = [settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_LIVE_WEBHOOK_SECRET];
  return {
    ...settings,
    PROJECT: project,
    STATE: state,
    CERTIFICATES: certificates,
    BACKUP_FOLDER: backups,
    PUBLIC_URL: (settings.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    POSTGRES_URL: postgresUrl,
    ...Object.fromEntries(databases.map(name => [databaseVariable(name), withDatabase(postgresUrl, name)])),
    KAFKA_BROKERS: settings.KAFKA_BROKERS ?? 'kafka:9092',
    MONGODB_URL: contentOf(settings.MONGODB_URL ?? 'mongodb://mongo:27017/content'),
    SITE_CERTIFICATE: siteCertificate,
    STOP_GRACE: `${longestDrainS(settings)}s`,
    STRIPE_WEBHOOK_SECRETS: webhookSecrets.filter(Boolean).join(','),
  };
}

/** Settings that each process gets as they are. */
const plainNames = commonGroups
  .flatMap(({ values, secret = [] }) => Object.keys(values).filter(name => !secret.includes(name)))
  .filter(name => productionNames.includes(name));

const quoted = (value: string) => `'${value.replaceAll("'", "\\'")}'`;
const linesOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');

export const valuesFile = ({ state }: Place) => `${state}/compose.env`;

/** Writes what Compose reads, for its owner alone. */
export async function writeValues(place: Place): Promise<void> {
  const { settings, state } = place;
  const plain = plainNames.flatMap(name => (settings[name] ? [[name, settings[name]] as const] : []));
  await writeWhole(`${state}/settings.env`, linesOf(Object.fromEntries(plain)), 0o600);
  await writeWhole(valuesFile(place), linesOf(composeValues(place)), 0o600);
}
