import type { Source } from '@closingwire/contracts/sources';

type Choosable = Pick<Source, 'id' | 'kind' | 'name' | 'isValid'>;

/** The sources that a file can be from: all except feeds, those of files first. */
export type SourceChoice = readonly Choosable[];

export const sourceChoiceOf = (sources: readonly Choosable[]): SourceChoice => [
  ...sources.filter(({ kind }) => kind === 'file'),
  ...sources.filter(({ kind }) => kind === 'key'),
];

/** Returns the id of the only source; null if there are several, because files must not be of the wrong one. */
export const onlySourceId = (choice: SourceChoice): number | null =>
  choice.length === 1 ? (choice[0]?.id ?? null) : null;
