import {
  environmentOf,
  memoryLimitMbOf,
  nodeOptionsOf,
  type ProcessRow,
  productProcesses,
  type Secrets,
  secretNames,
  topology,
  urlVariable,
  type Wiring,
} from '@closingwire/topology';
import {
  commonGroups,
  type ProductionSetting,
  productionGroups,
  sharedGroups,
} from '@closingwire/topology/production-settings';
import { takingUploads } from '@closingwire/topology/settings';

// docker-compose.production.yml, which Compose merges over docker-compose.yml.

const PORT = 8080;
const MANAGEMENT_PORT = 9080;

const variableOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
const given = (name: string) => `\${${name}:-}`;

/** Two versions run side by side during an update: each reaches the processes of its own color. */
const inColor = (name: string) => `${name}-\${COLOR:-blue}`;

/** The variable that has the address of a service's database; `make deploy` computes it. */
export const databaseVariable = (database: string) => `${database.toUpperCase()}_DATABASE_URL`;

const production: Wiring = {
  dataDir: () => '/data',
  servers: {
    postgresUrl: database => given(databaseVariable(database)),
    kafkaBrokers: given('KAFKA_BROKERS'),
    mongoUrl: () => given('MONGODB_URL'),
    smtpUrl: given('SMTP_URL'),
  },
  secrets: Object.fromEntries(secretNames.map(name => [name, given(variableOf(name))])) as Secrets,
  host: '0.0.0.0',
  portOf: () => PORT,
  managementPortOf: () => MANAGEMENT_PORT,
  urlOf: name => `http://${inColor(name)}:${PORT}`,
  browserUrlOf: () => given('PUBLIC_URL'),
  demo: false,
  unlimitedMails: false,
  frontEnd: '/app/frontend/dist',
  sandboxed: false,
};

const stripeKeys = {
  STRIPE_API_URL: given('STRIPE_API_URL'),
  STRIPE_SECRET_KEY: given('STRIPE_SECRET_KEY'),
  STRIPE_PUBLISHABLE_KEY: given('STRIPE_PUBLISHABLE_KEY'),
  STRIPE_LIVE_SECRET_KEY: given('STRIPE_LIVE_SECRET_KEY'),
  STRIPE_LIVE_PUBLISHABLE_KEY: given('STRIPE_LIVE_PUBLISHABLE_KEY'),
};

const ownVariables: Record<string, Record<string, string>> = {
  auth: {
    SYSTEM_PROCESSES: productProcesses
      .map(({ name }) => `${name}=http://${inColor(name)}:${MANAGEMENT_PORT}`)
      .join(','),
  },
  catalog: {
    INITIAL_SCRAPE_WEBHOOK_URL: given('INITIAL_SCRAPE_WEBHOOK_URL'),
    ALLOW_PRIVATE_WEBHOOKS: 'false',
  },
  billing: {
    ...stripeKeys,
    STRIPE_SANDBOX_URL: given('STRIPE_SANDBOX_URL'),
    // Of both modes, joined by `make deploy`.
    STRIPE_WEBHOOK_SECRET: given('STRIPE_WEBHOOK_SECRETS'),
  },
  gateway: { TRUSTED_PROXIES: '1', PAYMENT_ORIGINS: given('PAYMENT_ORIGINS') },
};

const elsewhere = topology
  .filter(row => !productProcesses.includes(row))
  .map(({ name }) => urlVariable(name))
  .filter(name => name !== 'STRIPE_SANDBOX_URL');

const secretsFor = (process: string) =>
  commonGroups
    .filter(({ of }) => of === undefined || of.includes(process))
    .flatMap(({ secret = [] }) => secret)
    .map((name): [string, string] => [name, given(name)]);

function environmentFor(row: ProcessRow): [string, string][] {
  const all = { ...environmentOf(row, production), ...ownVariables[row.name] };
  const isWanted = ([name]: [string, string]) =>
    !elsewhere.includes(name) && (name !== 'STRIPE_SANDBOX_URL' || row.name === 'billing');
  return [...Object.entries(all).filter(isWanted), ...secretsFor(row.name)];
}

const passed = (names: readonly string[]) => names.map((name): [string, string] => [name, given(name)]);

const servers = ['POSTGRES_URL', 'KAFKA_BROKERS', 'MONGODB_URL', 'PUBLIC_URL'];
const secrets = commonGroups.flatMap(({ secret = [] }) => secret);

/** What the command line reads beside the settings: the servers, the payment provider, every secret. */
const commandLineVariables: [string, string][] = [
  ...passed([...servers, 'SMTP_URL', 'SERVICE_SECRET', 'INGESTION_KEY', 'DOCTOR_ACCEPTS', ...secrets]),
  ...Object.entries(stripeKeys),
];

const ofBackup = (name: string) => /^(KAFKA|BACKUP)_/.test(name) && name !== 'BACKUP_IDENTITY';

/** A backup opens servers and its own place, and decrypts nothing. */
const backupVariables = passed([...servers, ...secrets.filter(ofBackup)]);

const yaml = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, value]) => `      ${name}: ${JSON.stringify(value)}\n`).join('');

/** Ends in a line break, as every block here. */
const common = (memoryMb: number) => `\
    restart: unless-stopped
    mem_limit: ${memoryMb}m
    logging: { driver: json-file, options: { max-size: 20m, max-file: "5" } }
`;

const hardened = `\
    image: \${IMAGE:-closingwire}
    build: !reset null
    read_only: true
    tmpfs: ["/tmp:size=64m,mode=1777"]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    init: true
    env_file: !override [{ path: "\${STATE:-.production}/settings.env", required: false }]
`;

const certificates = `"\${CERTIFICATES:-./certificates}:/certificates:ro"`;
const backups = `"\${BACKUP_FOLDER:-./backups}:/backups"`;

const longGrace = `    stop_grace_period: "\${STOP_GRACE:-70s}"\n`;

const processYaml = (row: ProcessRow) => `
  ${row.name}:
${hardened}${common(memoryLimitMbOf(row))}\
${takingUploads.includes(row.name) ? longGrace : ''}\
    depends_on: !reset {}
    ports: !reset []
    command: ${nodeOptionsOf(row).join(' ')} ${row.entry}
    volumes: !override [${certificates}]
    networks: { default: { aliases: ["${inColor(row.name)}"] } }
    environment: !override
${yaml(environmentFor(row))}`;

const commandLineYaml = (name: string, variables: readonly [string, string][], more: string) => `
  ${name}:
${hardened}${common(512)}\
    entrypoint: [closingwire]
    volumes: [${backups}, ${certificates}]
    environment:
      NODE_ENV: production
      PORT: "8109"
${yaml(variables)}${more}`;

const standIns = [...topology.filter(row => !productProcesses.includes(row)).map(({ name }) => name), 'mail'];

const kafkaListeners: [string, string][] = [
  ['KAFKA_LISTENERS', 'CONTAINERS://:9092,CONTROLLER://:9093'],
  ['KAFKA_ADVERTISED_LISTENERS', 'CONTAINERS://kafka:9092'],
  ['KAFKA_LISTENER_SECURITY_PROTOCOL_MAP', 'CONTAINERS:PLAINTEXT,CONTROLLER:PLAINTEXT'],
  ['KAFKA_HEAP_OPTS', '-Xms256m -Xmx512m'],
];

/** The overlay of docker-compose.yml for a server: what one machine with a domain runs. */
export const overlayFile = (): string => `\
# What a server runs: docker-compose.yml with this file over it. Written by \`make environment-files\`, from
# infra/topology and infra/production. \`make deploy\` gives the values and starts it; it needs no other file.
name: \${PROJECT:-closingwire-production}

networks:
  default: { name: "\${PROJECT:-closingwire-production}", external: true }

volumes:
  postgres: { name: "\${PROJECT:-closingwire-production}-postgres" }
  kafka: { name: "\${PROJECT:-closingwire-production}-kafka" }
  mongo: { name: "\${PROJECT:-closingwire-production}-mongo" }
  caddy: { name: "\${PROJECT:-closingwire-production}-caddy" }

services:
  postgres:
${common(1024)}\
    ports: !reset []
    volumes: !override ["postgres:/var/lib/postgresql"]
    environment:
${yaml([['POSTGRES_PASSWORD', given('POSTGRES_PASSWORD')]])}
  kafka:
${common(1024)}\
    ports: !reset []
    environment:
${yaml(kafkaListeners)}
  mongo:
${common(768)}\
    ports: !reset []

  caddy:
    image: caddy:2
${common(128)}\
    ports: ["\${HTTP_PORT:-80}:80", "\${HTTPS_PORT:-443}:443", "\${HTTPS_PORT:-443}:443/udp"]
    read_only: true
    volumes:
      - caddy:/data
      - "\${STATE:-.production}/caddy:/etc/caddy:ro"
      - "\${SITE_CERTIFICATE:-./site-certificate}:/site-certificate:ro"
      - ${certificates}
    tmpfs: ["/config", "/tmp"]
    healthcheck: { test: wget -q -O /dev/null http://127.0.0.1:2019/config/, interval: 2s, retries: 30 }
${standIns.map(name => `\n  ${name}:\n    profiles: !override [rehearsal]\n`).join('')}\
${productProcesses.map(processYaml).join('')}\
${commandLineYaml('cli', commandLineVariables, '    profiles: [cli]\n    healthcheck: { disable: true }\n')}\
${commandLineYaml('backup', backupVariables, '    command: [scheduled-backups]\n')}`;

const line = (name: string, value: string) => `${name}=${value}\n`;

const ownLine = ({ name, usual, example = '', required }: ProductionSetting) =>
  required
    ? `${example && `# such as ${line(name, example)}`}${line(name, '')}`
    : `#${line(name, usual ?? example)}`;

const group = (about: string, lines: readonly string[]) => `\n# ${about}\n${lines.join('')}`;

/** `.env.production.example`: names without `#` have to be set; the others show what holds without them, or an example. */
export function exampleFile(): string {
  const own = productionGroups.map(({ about, settings }) => group(about, settings.map(ownLine)));
  const shared = sharedGroups.map(({ about, values }) =>
    group(
      about,
      Object.entries(values).map(([name, value]) => `#${line(name, value)}`),
    ),
  );
  return `\
# The settings of a server. \`make production-settings\` copies this to .env.production with fresh secrets; \`make doctor\`
# checks it. Written by \`make environment-files\`, from infra/topology.
${own.join('')}${shared.join('')}`;
}
