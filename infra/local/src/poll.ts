import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is true (then true) or the time is over (then false). */
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
