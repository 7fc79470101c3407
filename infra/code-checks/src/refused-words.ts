/** Where a word stands: in a name (identifiers and file names), or in prose (comments, test titles, documents). */
export type Place = 'name' | 'prose';

export type RefusedWord = {
  /** In prose: matched as whole words, in any case. In names: as whole words of the name, lower case, by blanks. */
  pattern: string;
  better: string;
  /** Both, when it is not named. */
  only?: Place;
};

/** The vocabulary is docs/glossary.md; what stands here made a second glossary necessary. */
export const refusedWords: readonly RefusedWord[] = [
  { pattern: 'she|her|hers|herself|he|him|his|himself', better: 'they, their or the user' },
  { pattern: 'ear|ears', better: 'receives', only: 'name' },
  { pattern: 'neighbours?|neighbouring', better: 'service, or fake billing and the like' },
  { pattern: 'deeds?', better: 'action' },
  { pattern: '.*\\balive', better: 'isMounted, isRunning or untilReady', only: 'name' },
  { pattern: 'shut out|shuts out|shutting out', better: 'isRevoked, revokes or refuses' },
  { pattern: 'ways back', better: 'returnUrls' },
  { pattern: 'is news of', better: 'isNewer' },
  { pattern: 'decoys?', better: 'dummy' },
  { pattern: 'persons?', better: 'user', only: 'name' },
];

/** Terms of the field and names of libraries, in lower case with blanks, and why names may begin with them. */
export const allowedNames: ReadonlyMap<string, string> = new Map([
  ['person', 'the key of a user in the export of an account, which earlier downloads have'],
  ['keep alive', 'HTTP names it so, and http.Agent, http.Server and undici their options'],
  ['keep socket alive', 'a method of http.Agent'],
]);
