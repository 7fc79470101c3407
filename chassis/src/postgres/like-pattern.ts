/** Returns a LIKE pattern that matches this text alone: `%`, `_` and `\` are escaped. Callers add their own `%`. */
export const likePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
