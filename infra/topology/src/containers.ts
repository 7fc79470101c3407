import { type Secrets, secretNames, type Wiring } from './topology.ts';

/** Every container uses the same ports. */
export const PORT = 8080;
export const MANAGEMENT_PORT = 9080;

/** The wiring that is the same in every container. */
export const inContainers = {
  dataDir: () => '/data',
  host: '0.0.0.0',
  portOf: () => PORT,
  managementPortOf: () => MANAGEMENT_PORT,
  unlimitedMails: false,
  frontEnd: '/app/frontend/dist',
} satisfies Partial<Wiring>;

/** `serviceSecret` → `SERVICE_SECRET`. */
export const variableOf = (name: string): string =>
  name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();

/** Returns the secrets by the names of their variables. */
export const secretsBy = (read: (variable: string) => string): Secrets =>
  Object.fromEntries(secretNames.map(name => [name, read(variableOf(name))])) as Secrets;
