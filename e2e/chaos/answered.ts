import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../platform/person.ts';

export type Outcome = { answered: 'accepted' | 'refused'; answer: Answer } | { answered: 'unanswered' };

/** Whether the product took a command: a 2xx or 3xx is its word, a 4xx its refusal, all else leaves the sender guessing. */
export async function answeredBy(answering: Promise<Answer>): Promise<Outcome> {
  try {
    const answer = await answering;
    if (answer.status >= 500) return { answered: 'unanswered' };
    return { answered: answer.status < 400 ? 'accepted' : 'refused', answer };
  } catch {
    return { answered: 'unanswered' };
  }
}

const tries = 100;
const betweenTriesMs = 250;

/** Sends the same command again until somebody answers. */
export async function untilAnswered(send: () => Promise<Answer>): Promise<Outcome> {
  let outcome = await answeredBy(send());
  for (let tried = 1; outcome.answered === 'unanswered' && tried < tries; tried++) {
    await pause(betweenTriesMs);
    outcome = await answeredBy(send());
  }
  return outcome;
}
