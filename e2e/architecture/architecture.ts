import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allEvents } from '@closingwire/contracts/api';
import { type ProcessRow, topology, type Wiring } from '@closingwire/topology';
import { type Collaborators, ownProcesses, readCollaborators } from './collaborators.ts';
import { type Step, sequenceDiagram, stepsFile } from './sequence.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const architectureFile = `${root}docs/architecture.md`;

const idOf = (name: string) => name.replaceAll(/\W/g, '_');
const node = (name: string) => (idOf(name) === name ? name : `${idOf(name)}[${name}]`);
const block = (diagram: string) => `\`\`\`mermaid\n${diagram}\n\`\`\``;

/** Addresses that name the server or process instead of a host. */
const named = (name: string) => `to:${name}`;
const wiring: Wiring = {
  dataDir: () => '',
  servers: {
    postgresUrl: () => '',
    kafkaBrokers: '',
    mongoUrl: () => named('MongoDB'),
    smtpUrl: named('mail server'),
  },
  secrets: {
    ingestionKey: '',
    serviceSecret: '',
    stripeLivePublishableKey: '',
    stripeLiveSecretKey: '',
    stripeLiveWebhookSecret: '',
    stripePublishableKey: '',
    stripeSecretKey: '',
    stripeWebhookSecret: '',
    webhookSecret: '',
  },
  host: '',
  portOf: () => 0,
  managementPortOf: () => 0,
  urlOf: named,
  browserUrlOf: () => '',
  demo: false,
  unlimitedMails: false,
  frontEnd: '',
  sandboxed: true,
};

/** Servers and processes that the environment of a process names. */
function addressesOf({ env }: ProcessRow): string[] {
  const { SYSTEM_PROCESSES: _, ...environment } = env?.(wiring) ?? {};
  return Object.values(environment).flatMap(value => /^to:([^/]+)/.exec(value)?.[1] ?? []);
}

function systemMap({ callsOf }: Collaborators): string {
  const servers = new Set(['MongoDB', 'mail server']);
  const lines = topology.flatMap(row => {
    const isServed = row.entry.startsWith('services/') && !ownProcesses.includes(row.name);
    const calls = row.name === 'gateway' ? [] : [...(callsOf.get(row.name) ?? [])];
    return [
      isServed && `gateway --> ${row.name}`,
      ...calls.map(service => `${row.name} -. internal .-> ${service}`),
      row.database && `${node(row.name)} --- db_${row.database}[(PostgreSQL ${row.database})]`,
      ...addressesOf(row).map(name =>
        servers.has(name)
          ? `${node(row.name)} --- ${idOf(name)}[(${name})]`
          : `${node(row.name)} --> ${node(name)}`,
      ),
    ].filter(line => typeof line === 'string');
  });
  return [
    'flowchart LR',
    ...['browser([browser and API clients]) --> gateway', ...new Set(lines)].map(each => `  ${each}`),
  ].join('\n');
}

/** Topics with the same publisher and the same consumers are one node. */
function eventMap({ topicsOf }: Collaborators): string {
  const consumersOf = (topic: string) =>
    [...topicsOf].flatMap(([process, topics]) => (topics.has(topic) ? [process] : [])).sort();
  const groups = Map.groupBy(allEvents, ({ by, topic }) => `${by}>${consumersOf(topic).join(',')}`);
  const lines = [...groups].flatMap(([, [first, ...others]], index) => {
    if (first === undefined) return [];
    const topics = [first, ...others].map(({ topic }) => topic).join('<br>');
    return [
      `from_${idOf(first.by)}[${first.by}] --> topics_${index}["${topics}"]`,
      ...consumersOf(first.topic).map(process => `topics_${index} --> to_${idOf(process)}[${process}]`),
    ];
  });
  return ['flowchart LR', ...lines.map(line => `  ${line}`)].join('\n');
}

/** Returns the current text of docs/architecture.md. */
export async function architecturePage(): Promise<string> {
  const collaborators = await readCollaborators(root);
  const recorded = JSON.parse(readFileSync(stepsFile, 'utf8')) as Record<'order' | 'lead', Step[]>;
  return `# Architecture

\`node e2e/architecture/architecture.ts\` writes this page from the contracts, the topology, the imports of each service and
the traces in \`e2e/architecture/steps.json\`. \`node e2e/architecture/record-steps-cli.ts\` records the traces again.

## Processes and stores

Solid arrows are HTTP, dotted arrows are internal calls, lines lead to stores. Every process also uses Kafka.

${block(systemMap(collaborators))}

## Events

Publisher, topics, consumers.

${block(eventMap(collaborators))}

## One order

From the request to the "list ready" email. Dashed arrows are events; times count from the request.

${block(sequenceDiagram(recorded.order))}

## One lead

From the source's delivery to the services that copy the new list.

${block(sequenceDiagram(recorded.lead))}
`;
}

if (import.meta.main) writeFileSync(architectureFile, await architecturePage());
