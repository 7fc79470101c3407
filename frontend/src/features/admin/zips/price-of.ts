/** Returns whole dollars; 0 if the text is not a price. */
export function priceOf(text: unknown): number {
  const dollars = Number.parseInt(String(text), 10);
  return Math.max(dollars || 0, 0);
}
