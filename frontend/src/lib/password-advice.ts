import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const ADVISED_LENGTH = 12;
/** Longer input takes time and does not change the result. */
const JUDGED_LENGTH = 72;

const leaked = new Set(dictionary['passwords-common']);
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** From 0 (guessed at once) to 4. */
type Level = 0 | 1 | 2 | 3 | 4;
export type PasswordAdvice = { level: Level; word: string; advice: string };

/** Rates a new password and suggests an improvement. `about`: public facts on the user. */
export function adviseOn(password: string, about: readonly string[] = []): PasswordAdvice {
  if (leaked.has(password.toLowerCase())) {
    return at(0, 'It is on lists of leaked passwords, which are tried first. Another one is safer.');
  }
  const hints = about.flatMap(fact => [fact, ...fact.split(/[\s@.]+/)]).filter(hint => hint.length > 2);
  const { score, sequence } = estimator.check(password.slice(0, JUDGED_LENGTH), hints);
  const isPersonal = sequence.some(match => match.dictionaryName === 'userInputs');
  if (isPersonal && score < 4) return at(score, 'Leave out your name, company and email address.');
  if (password.length < ADVISED_LENGTH) {
    // An attacker with stolen hashes has much time, so a short password is not strong even if it is hard to guess.
    return at(score, `Longer is better: ${ADVISED_LENGTH} characters or more, such as four words.`, 2);
  }
  return at(score, score < 3 ? 'Easy to guess. Add a word that does not belong to the others.' : '');
}

function at(score: Level, advice: string, highest: Level = 4): PasswordAdvice {
  const level = Math.min(score, highest) as Level;
  return { level, word: words[level], advice: advice || 'Use it here and nowhere else.' };
}
