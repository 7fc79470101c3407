/** A typed price as whole dollars; 0 when it is none. */
export function priceOf(text: unknown): number {
  const dollars = Number.parseInt(String(text), 10);
  return Math.max(dollars || 0, 0);
}
