import type { Source } from '@closingwire/contracts/sources';

type Choosable = Pick<Source, 'id' | 'kind' | 'name' | 'isValid'>;

/** The sources that a file can be from, and the one that the server takes by default. */
export type SourceChoice = { sources: readonly Choosable[]; defaultId: number };

/** Returns the choice of a file's source; undefined if only one source delivers files. */
export function sourceChoiceOf(sources: readonly Choosable[]): SourceChoice | undefined {
  const ids = sources.flatMap(({ id, kind }) => (kind === 'file' ? [id] : []));
  if (ids.length < 2) return undefined;
  return { sources: sources.filter(({ kind }) => kind !== 'reso'), defaultId: Math.min(...ids) };
}
