import { computedValues, plainSettings } from '@closingwire/topology/production-environment';
import { usualDrainS } from '@closingwire/topology/settings';
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

/** A process that has not ended by itself after its DRAIN_S is killed so much later. */
const KILL_AFTER_S = 10;

/** How long a process that takes uploads may take to end. */
export const longestDrainS = ({ DRAIN_S }: Settings): number => Number(DRAIN_S || usualDrainS) + KILL_AFTER_S;

/** What docker-compose.production.yml reads: the settings, and what follows from them. */
export function composeValues(place: Place): Record<string, string> {
  const { settings, state, certificates, siteCertificate, backups, project } = place;
  return {
    ...settings,
    PROJECT: project,
    STATE: state,
    CERTIFICATES: certificates,
    BACKUP_FOLDER: backups,
    ...computedValues(settings),
    SITE_CERTIFICATE: siteCertificate,
    STOP_GRACE: `${longestDrainS(settings)}s`,
  };
}

const quoted = (value: string) => `'${value.replaceAll("'", "\\'")}'`;
const linesOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');

export const valuesFile = ({ state }: Place) => `${state}/compose.env`;

/** Writes what Compose reads, for its owner alone. */
export async function writeValues(place: Place): Promise<void> {
  const { settings, state } = place;
  await writeWhole(`${state}/settings.env`, linesOf(plainSettings(settings)), 0o600);
  await writeWhole(valuesFile(place), linesOf(composeValues(place)), 0o600);
}
