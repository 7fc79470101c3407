/** Returns the number in a field, NaN if it is empty. */
export const numberOf = (text: unknown): number => (text === '' ? Number.NaN : Number(text));
