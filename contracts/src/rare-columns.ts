/**
 * The last column of a file in which a source of a row must be named; other files do not have it. `between` separates
 * several names.
 */
export const sourceColumn = { header: 'Source', between: '; ' };

/**
 * The column of a file in which an agent has a phone that must not be called, before `sourceColumn`; other files do not
 * have it. A cell names each such phone: `Mobile: do not call; Phone: wrong number`.
 */
export const callWarningColumn = {
  header: 'Call Warning',
  between: '; ',
  fields: { mobile: 'Mobile', phone: 'Phone' },
  states: { 'do-not-call': 'do not call', wrong: 'wrong number' },
} as const;
