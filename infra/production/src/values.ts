import { computedValues, plainSettings } from '@closingwire/topology/production-environment';
import { productionNames } from '@closingwire/topology/production-settings';
import { usualDrainS } from '@closingwire/topology/settings';
import { type Deployment, type Settings, writeWhole } from './deployment.ts';

/** A container runs each server unless the settings have the address of another. */
const ownServers = [
  { service: 'postgres', variable: 'POSTGRES_URL' },
  { service: 'kafka', variable: 'KAFKA_BROKERS' },
  { service: 'mongo', variable: 'MONGODB_URL' },
] as const;

/** Returns the servers that run in containers. */
export const containerServers = (settings: Settings): string[] =>
  ownServers.filter(({ variable }) => !settings[variable]).map(({ service }) => service);

/** Seconds after DRAIN_S before the engine kills a process. */
const KILL_AFTER_S = 10;

/** Returns the longest time, in seconds, in which a process with uploads ends. */
export const longestDrainS = ({ DRAIN_S }: Settings): number => Number(DRAIN_S || usualDrainS) + KILL_AFTER_S;

/** Returns the variables of docker-compose.production.yml: the settings and values derived from them. */
export function composeValues(deployment: Deployment): Record<string, string> {
  const { settings, state, certificates, siteCertificate, backups, project } = deployment;
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

/** Returns these variables, and blanks: a variable of the operator's shell would override the settings file. */
export const composeEnvironment = (deployment: Deployment): Record<string, string> => ({
  ...Object.fromEntries(productionNames.map(name => [name, ''])),
  ...composeValues(deployment),
});

const quoted = (value: string) => `'${value.replaceAll("'", "\\'")}'`;
const linesOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');

export const valuesFile = ({ state }: Deployment) => `${state}/compose.env`;

/** Writes Compose's variables to a file that only its owner can read. */
export async function writeValues(deployment: Deployment): Promise<void> {
  const { settings, state } = deployment;
  await writeWhole(`${state}/settings.env`, linesOf(plainSettings(settings)), 0o600);
  await writeWhole(valuesFile(deployment), linesOf(composeValues(deployment)), 0o600);
}
