const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt: 75 hours and 36 minutes in all. */
const ladderMs = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * How long to wait after `failedAttempts` of them, up to a tenth more or less (`chance` is 0 to 1) so that
 * many deliveries do not come back together; never sooner than the receiver asked. Undefined when it is time
 * to give up.
 */
export function waitMs(failedAttempts: number, chance: number, retryAfterMs = 0): number | undefined {
  const step = ladderMs[failedAttempts - 1];
  return step === undefined ? undefined : Math.round(Math.max(step * (0.9 + 0.2 * chance), retryAfterMs));
}
