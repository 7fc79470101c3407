import type { Source } from '@closingwire/contracts/sources';
import { type Mapping, noMapping } from './column-choices.ts';

type Choosable = Pick<Source, 'id' | 'kind' | 'name' | 'isValid' | 'lastMapping'>;

/** The sources that a file can be from: all except feeds, those of files first. */
export type SourceChoice = readonly Choosable[];

export const sourceChoiceOf = (sources: readonly Choosable[]): SourceChoice => [
  ...sources.filter(({ kind }) => kind === 'file'),
  ...sources.filter(({ kind }) => kind === 'key'),
];

/**
 * Returns the id of the source that files are usually from: the only one of the kind 'file', else the only one. Null if
 * there are several, because a file must not be of the wrong one.
 */
export function usualSourceId(choice: SourceChoice): number | null {
  const ofFiles = choice.filter(({ kind }) => kind === 'file');
  const [usual, other] = ofFiles.length > 0 ? ofFiles : choice;
  return usual && !other ? usual.id : null;
}

/** Returns the choices of columns that were made for the last file of a source. */
export const lastMappingOf = (choice: SourceChoice, sourceId: number | null): Mapping =>
  choice.find(({ id }) => id === sourceId)?.lastMapping ?? noMapping;
