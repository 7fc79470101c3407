import type { PastOutcome } from '@closingwire/contracts/today';

const MOST_NAMED = 5;

/** Returns the marked agents whose name or brokerage has the searched text. */
export function barredMatches(outcomes: readonly PastOutcome[], search: string): PastOutcome[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  return outcomes
    .filter(
      ({ isLatest, fullName, brokerageName }) =>
        isLatest && fullName && `${fullName}\n${brokerageName ?? ''}`.toLowerCase().includes(text),
    )
    .slice(0, MOST_NAMED);
}
