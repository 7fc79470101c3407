/** Returns the codes of states in a text such as "WA, or", each once. */
export const stateCodesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];
