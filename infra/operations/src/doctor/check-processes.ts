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

/** Settings name files by their path in containers, where the folder beside the settings file is `/certificates`. */
export const pathHere = (path: string, settingsFile: string): string =>
  path.startsWith('/certificates/') ? join(dirname(settingsFile), path) : path;

/** Loaded by path, as entries are: no package exports its configuration. */
async function schemaOf({ config: { file, schema: name } }: ProcessRow): Promise<z.ZodObject> {
  const { [name]: schema } = await import(new URL(file, root).href);
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`expected a schema ${name} in ${file}`);
}

type Process = { schema: z.ZodObject; variables: readonly (readonly [string, string])[] };

/** The processes of `make deploy` with the placeholders of their environments. */
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

/** Returns the settings that any process reads, by their names in the file. */
export async function readSettings(): Promise<Set<string>> {
  return new Set((await processes()).flatMap(({ schema }) => Object.keys(schema.shape)).map(settingOf));
}

/** `make deploy` derives each database's URL from one setting. */
const settingOf = (variable: string) => (variable === 'DATABASE_URL' ? 'POSTGRES_URL' : variable);

/**
 * Parses the settings with each process's schema, in the environment that Compose gives it. A fault here would end the
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

/** Returns all findings, one per item. A problem that a process refuses too becomes firm: no operator can accept it. */
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
