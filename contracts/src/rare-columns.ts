/**
 * The last column. Files with fixed columns have it while a source of the installation must be named, others if a source
 * of a row must be. `between` separates several names.
 */
export const sourceColumn = { header: 'Source', between: '; ' };

/**
 * The column of phones that must not be called, before `sourceColumn`. Files with fixed columns have it if they have
 * phones, others if an agent has such a phone. A cell names each such phone: `Mobile: do not call; Phone: wrong number`.
 */
export const callWarningColumn = {
  header: 'Call Warning',
  between: '; ',
  fields: { mobile: 'Mobile', phone: 'Phone' },
  states: { 'do-not-call': 'do not call', wrong: 'wrong number' },
} as const;
