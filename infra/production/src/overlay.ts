import {
  memoryLimitMbOf,
  nodeOptionsOf,
  type ProcessRow,
  productProcesses,
  topology,
} from '@closingwire/topology';
import {
  backupVariables,
  commandLineVariables,
  environmentFor,
  given,
  inColor,
} from '@closingwire/topology/production-environment';
import {
  type ProductionSetting,
  productionGroups,
  sharedGroups,
} from '@closingwire/topology/production-settings';
import { takingUploads } from '@closingwire/topology/settings';

const yaml = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, value]) => `      ${name}: ${JSON.stringify(value)}\n`).join('');

/** Lines that all services share. They end with a line break, as every block here. */
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
${yaml(variables)}${more}`;

const standIns = [...topology.filter(row => !productProcesses.includes(row)).map(({ name }) => name), 'mail'];

const kafkaListeners: [string, string][] = [
  ['KAFKA_LISTENERS', 'CONTAINERS://:9092,CONTROLLER://:9093'],
  ['KAFKA_ADVERTISED_LISTENERS', 'CONTAINERS://kafka:9092'],
  ['KAFKA_LISTENER_SECURITY_PROTOCOL_MAP', 'CONTAINERS:PLAINTEXT,CONTROLLER:PLAINTEXT'],
  ['KAFKA_HEAP_OPTS', '-Xms256m -Xmx512m'],
];

/** Returns docker-compose.production.yml: the overlay of docker-compose.yml for one server with a domain. */
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

/** Returns `.env.production.example`. Names without `#` are required; the others show their default or an example. */
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
