/** Where a word is: in a name (identifiers and file names) or in prose (comments, titles, documents, texts of contracts). */
export type TextKind = 'name' | 'prose';

export type RefusedWord = {
  /** Matches whole words in any case. A name is matched as its words in lower case, separated by blanks. */
  pattern: string;
  better: string;
  /** By default both. */
  only?: TextKind;
};

/** Words outside the vocabulary of docs/glossary.md, figures of speech, and British spelling. */
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
  { pattern: 'whoever|whosoever', better: 'the client, the user or the caller', only: 'prose' },
  { pattern: 'unless told', better: 'by default', only: 'prose' },
  { pattern: 'any more', better: 'no longer', only: 'prose' },
  { pattern: 'anew', better: 'again', only: 'prose' },
  { pattern: 'of before', better: 'earlier', only: 'prose' },
  { pattern: 'so many', better: 'a number', only: 'prose' },
  { pattern: 'of ours', better: 'our', only: 'prose' },
  { pattern: 'what came of', better: 'the outcome of', only: 'prose' },
  { pattern: 'catalogue[sd]?|cataloguing', better: 'catalog' },
  { pattern: '(?:un)?licen[c]e[sd]?', better: 'license' },
  { pattern: '(?:colour|favour|honour|behaviour|labour)(?:s|ed|ing|al)?', better: 'the spelling with -or' },
  { pattern: 'cancelled|cancelling', better: 'canceled, canceling', only: 'prose' },
  { pattern: '(?:labell|travell|modell|signall)(?:ed|ing|er)', better: 'one l' },
  {
    pattern:
      '(?:authori|organi|recogni|summari|normali|seriali|initiali|minimi|prioriti)s(?:e|es|ed|ing|er|ation|ations)',
    better: 'the spelling with z',
  },
  {
    pattern: 'centre[sd]?|grey|cheque|fulfil|judgement|whilst|amongst|learnt|spelt',
    better: 'the American spelling',
  },
];

/** Terms of the field and names of libraries, in lower case with blanks, and why names may begin with them. */
export const allowedNames: ReadonlyMap<string, string> = new Map([
  ['person', 'the key of a user in the export of an account, which earlier downloads have'],
  ['keep alive', 'HTTP names it so, and http.Agent, http.Server and undici their options'],
  ['summarise agents', 'the name of a route in entries of the audit log'],
  ['keep socket alive', 'a method of http.Agent'],
]);
