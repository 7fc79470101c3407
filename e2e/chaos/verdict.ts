import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../platform/user.ts';

export type Outcome = { verdict: 'accepted' | 'refused'; answer: Answer } | { verdict: 'unanswered' };

/** Returns the outcome of a command: 2xx and 3xx accepted, 4xx refused, anything else unanswered. */
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

/** Repeats the command until there is a reply. */
export async function untilReplied(send: () => Promise<Answer>): Promise<Outcome> {
  let outcome = await verdictOf(send());
  for (let tried = 1; outcome.verdict === 'unanswered' && tried < tries; tried++) {
    await pause(betweenTriesMs);
    outcome = await verdictOf(send());
  }
  return outcome;
}
