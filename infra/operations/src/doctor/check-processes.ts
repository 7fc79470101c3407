import { dirname, join } from 'node:path';
import { configFaults } from '@closingwire/chassis/config';
import { tracingConfig } from '@closingwire/chassis/tracing';
import { type ProcessRow, productProcesses } from '@closingwire/topology';
import { backupVariables, environmentFor, filledIn } from '@closingwire/topology/production-environment';
import { z } from 'zod';
import { scheduledConfig } from '../backup/backup-config.ts';
import type { Settings } from '../settings-file.ts';
import { type Finding, refusedValue } from './finding.ts';

const root = new URL('../../../../', import.meta.url);

/** Files are named by their path in the containers, which see the folder beside the settings file as `/certificates`. */
export const pathHere = (path: string, settingsFile: string): string =>
  path.startsWith('/certificates/') ? join(dirname(settingsFile), path) : path;

/** Found by path, as their entries are: no package of the product exports its configuration. */
async function schemaOf({ config: { file, schema: name } }: ProcessRow): Promise<z.ZodObject> {
  const { [name]: schema } = await import(new URL(file, root).href);
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`expected a schema ${name} in ${file}`);
}

type Process = { schema: z.ZodObject; variables: readonly (readonly [string, string])[] };

/** Every process that `make deploy` starts, with the placeholders of its environment. */
async function processes(): Promise<Process[]> {
  const product = productProcesses.map(async row => ({
    schema: await schemaOf(row),
    variables: environmentFor(row),
  }));
  return [
    ...(await Promise.all(product)),
    { schema: scheduledConfig, variables: backupVariables },
    { schema: tracingConfig, variables: [] },
  ];
}

/** The settings that any process reads, by the names that the file gives them. */
export async function readSettings(): Promise<Set<string>> {
  return new Set((await processes()).flatMap(({ schema }) => Object.keys(schema.shape)).map(settingOf));
}

/** `make deploy` makes the address of each database from one setting. */
const settingOf = (variable: string) => (variable === 'DATABASE_URL' ? 'POSTGRES_URL' : variable);

/**
 * Reads the settings as each process will, with the environment that Compose gives it. What is found here would end a
 * process at its start.
 */
export async function checkProcesses(settings: Settings, settingsFile: string): Promise<Finding[]> {
  const faults = (await processes()).flatMap(({ schema, variables }) => {
    const filled = Object.entries(filledIn(variables, settings));
    const env = filled.map(([name, value]) => [name, pathHere(value, settingsFile)]);
    return configFaults(schema, Object.fromEntries(env));
  });
  const lines = new Map<string, Finding>();
  for (const { name, expected } of faults) {
    const setting = settingOf(name);
    const finding = refusedValue(setting, expected, settings[setting]);
    lines.set(`${setting} ${finding.text}`, { ...finding, isFirm: true });
  }
  return [...lines.values()];
}

/** Joins both: an item that has a line of its own gets no second one, and stays a problem. */
export function withProcesses(findings: readonly Finding[], ofProcesses: readonly Finding[]): Finding[] {
  const refused = new Set(ofProcesses.map(({ item }) => item));
  const named = new Set(findings.flatMap(({ level, item }) => (level === 'problem' ? item : [])));
  return [
    ...findings.map(finding =>
      finding.level === 'problem' && refused.has(finding.item) ? { ...finding, isFirm: true } : finding,
    ),
    ...ofProcesses.filter(({ item }) => !named.has(item)),
  ];
}
