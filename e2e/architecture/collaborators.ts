import { globSync, readFileSync } from 'node:fs';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { productProcesses } from '@closingwire/topology';

const isEvent = (value: unknown): value is EventDeclaration =>
  typeof value === 'object' && value !== null && 'topic' in value;

/** Returns the values that a source imports from the contracts, by name. Leaves out types and the list of all events. */
async function contractImports(source: string) {
  const named = source.matchAll(/^import \{([^}]+)\} from '@closingwire\/contracts\/(?!api')([\w-]+)'/gm);
  const whole = source.matchAll(/^import \* as (\w+) from '@closingwire\/contracts\/([\w-]+)'/gm);
  const wanted = [
    ...[...named].flatMap(([, names = '', file]) =>
      names.split(',').map(name => ({ file, name: name.trim().split(' as ')[0] ?? '' })),
    ),
    ...[...whole].flatMap(([, alias, file]) =>
      [...source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({ file, name })),
    ),
  ];
  return Promise.all(
    wanted.map(async ({ file, name }) => {
      const exports: Record<string, unknown> = await import(`@closingwire/contracts/${file}`);
      return { file, name, value: exports[name] };
    }),
  );
}

const eventsIn = (value: unknown) => (Array.isArray(value) ? value : [value]).filter(isEvent);

/** Processes of leads without routes; the files of each begin with its name. */
export const ownProcesses: readonly string[] = ['leads-ingest', 'leads-feeds'];

export type Collaborators = { topicsOf: Map<string, Set<string>>; callsOf: Map<string, Set<string>> };

/**
 * Returns the topics that each process consumes and the services that it calls internally, from the imports of its
 * sources. A process that imports another service's event consumes it. It consumes its own event only in a file that
 * builds a consumer.
 */
export async function readCollaborators(root: string): Promise<Collaborators> {
  const found: Collaborators = { topicsOf: new Map(), callsOf: new Map() };
  const put = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  for (const { name, entry } of productProcesses.filter(({ name }) => !ownProcesses.includes(name))) {
    const folder = entry.slice(0, entry.lastIndexOf('/'));
    for (const file of globSync('**/*.ts', { cwd: `${root}/${folder}` }).filter(
      each => !each.endsWith('.test.ts'),
    )) {
      const source = readFileSync(`${root}/${folder}/${file}`, 'utf8');
      const buildsConsumer = /import \{[^}]*onsumer[^}]*\} from '@closingwire\/chassis/.test(source);
      const process = ownProcesses.find(each => file.startsWith(`${each.slice('leads-'.length)}-`)) ?? name;
      for (const { file: service = '', name: imported, value } of await contractImports(source)) {
        for (const { topic, by } of eventsIn(value)) {
          if (by !== name || buildsConsumer) put(found.topicsOf, process, topic);
        }
        if (imported.endsWith('Api') && service !== name && source.includes('callInternal(')) {
          put(found.callsOf, name, service);
        }
      }
    }
  }
  return found;
}
