import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is true (returns true) or the time is over (returns false). */
export async function poll(
  question: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 50 }: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await question()) return true;
    await pause(everyMs);
  }
  return false;
}
