/** Whole seconds until the next mail of a kind may be asked for; 0 when it may now. */
export function secondsToWait(sentAt: Date | null, everySeconds: number, now: Date): number {
  if (!sentAt) return 0;
  const leftMs = sentAt.getTime() + everySeconds * 1000 - now.getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0;
}
