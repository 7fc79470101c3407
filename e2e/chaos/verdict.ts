import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../platform/user.ts';

export type Outcome = { verdict: 'accepted' | 'refused'; answer: Answer } | { verdict: 'unanswered' };

/** Whether the product took a command: a 2xx or 3xx is its word, a 4xx its refusal, all else leaves the sender guessing. */
export async function verdictOf(pending: Promise<Answer>): Promise<Outcome> {
  try {
    const answer = await pending;
    if (answer.status >= 500) return { verdict: 'unanswered' };
    return { verdict: answer.status < 400 ? 'accepted' : 'refused', answer };
  } catch {
    return { verdict: 'unanswered' };
  }
}

const tries = 100;
const betweenTriesMs = 250;

/** Sends the same command again until there is a reply. */
export async function untilReplied(send: () => Promise<Answer>): Promise<Outcome> {
  let outcome = await verdictOf(send());
  for (let tried = 1; outcome.verdict === 'unanswered' && tried < tries; tried++) {
    await pause(betweenTriesMs);
    outcome = await verdictOf(send());
  }
  return outcome;
}
