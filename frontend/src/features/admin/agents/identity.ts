import type { AgentIdentity } from '@closingwire/contracts/agent-identities';

export type AgentRow = AgentIdentity['rows'][number];

export const keyOf = ({ zip, agentId }: Pick<AgentRow, 'zip' | 'agentId'>): string => `${zip} ${agentId}`;

/** Returns the names of an agent, the most frequent first. */
export function namesOf({ rows }: Pick<AgentIdentity, 'rows'>): string[] {
  const byName = Map.groupBy(rows, ({ fullName }) => fullName);
  return [...byName].toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => name);
}

export const nameOf = (identity: Pick<AgentIdentity, 'rows'>): string => namesOf(identity)[0] ?? 'An agent';

const number = (count: number) => count.toLocaleString('en-US');

export const rowsText = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Returns for example "2 rows in 98101, 98102". */
export function placesText({ rows }: Pick<AgentIdentity, 'rows'>): string {
  const zips = [...new Set(rows.map(({ zip }) => zip))];
  const [shown, rest] = [zips.slice(0, 5), zips.length - 5];
  return `${rowsText(rows.length)} in ${shown.join(', ')}${rest > 0 ? ` and ${number(rest)} more` : ''}`;
}

/** Returns the contacts of a row, one a line. */
export const contactsOf = (row: AgentRow) =>
  (['email', 'mobile', 'phone'] as const).flatMap(field => (row[field] ? { field, text: row[field] } : []));

/** A merge that was asked for. `merges`: those of the kept agent before. */
export type Merge = { into: string; from: string; merges: number };

/** Returns whether a merge has happened, by the agents that a search finds now. */
export function isMerged(identities: readonly AgentIdentity[], { into, from, merges }: Merge): boolean {
  const kept = identities.find(({ id }) => id === into);
  if (kept) return kept.mergedAt.length > merges;
  // The kept agent was merged into a third one.
  return !identities.some(({ id }) => id === from);
}

/** Returns why these rows cannot be split from the others; undefined if they can. */
export function splitHint(chosen: number, all: number): string | undefined {
  if (all === 1) return 'An agent with one row cannot be split.';
  if (chosen === 0) return 'To split the agent, choose the rows of the other person.';
  return chosen === all ? 'At least one row must stay.' : undefined;
}
