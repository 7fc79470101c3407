import { webhookWaitsMs } from '@closingwire/contracts/catalog';

/**
 * How long to wait after `failedAttempts` of them, up to a tenth more or less (`chance` is 0 to 1) so that
 * many deliveries do not come back together; never sooner than the receiver asked. Undefined when it is time
 * to give up.
 */
export function waitMs(failedAttempts: number, chance: number, retryAfterMs = 0): number | undefined {
  const step = webhookWaitsMs[failedAttempts - 1];
  return step === undefined ? undefined : Math.round(Math.max(step * (0.9 + 0.2 * chance), retryAfterMs));
}
