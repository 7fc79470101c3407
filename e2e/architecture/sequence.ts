import { fileURLToPath } from 'node:url';

/** One step of a recorded trace: a call, an event, a job or a mail. */
export type Step = { from: string; to: string; name: string; atMs: number };

export const stepsFile = fileURLToPath(new URL('steps.json', import.meta.url));

const idOf = (name: string) => name.replaceAll(/\W/g, '_');

function messageOf({ from, to, name, atMs }: Step): string {
  const event = /^handle (.+)/.exec(name)?.[1];
  const arrow = event === undefined ? '->>' : '--)';
  return `  ${idOf(from)}${arrow}${idOf(to)}: ${event ?? name} (${atMs} ms)`;
}

/** A Mermaid sequence diagram of the steps; events have dashed arrows. */
export function sequenceDiagram(steps: readonly Step[]): string {
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  return [
    'sequenceDiagram',
    ...names.map(name => `  participant ${idOf(name)}${idOf(name) === name ? '' : ` as ${name}`}`),
    ...steps.map(messageOf),
  ].join('\n');
}
