const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** LIKE patterns in which the sought text means itself; null, which matches all, for no text. */
export const patternOf = {
  beginning: (text: string | undefined) => (text ? `${literal(text)}%` : null),
  part: (text: string | undefined) => (text ? `%${literal(text)}%` : null),
};
