import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import type { DeliveryState } from './queries.ts';

export const deliveryLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

export const deliveryTones = {
  waiting: 'caution',
  pending: 'neutral',
  delivered: 'positive',
  failed: 'danger',
  skipped: 'neutral',
} as const satisfies Record<DeliveryState, string>;

export const reasonLabels: Record<WebhookDelivery['reason'], string> = {
  assigned: 'Assignment',
  refresh: 'Daily refresh',
};

type Outcome = Pick<WebhookDelivery, 'state' | 'attempts' | 'lastStatus' | 'lastError'>;

/** The outcome of the last try, or why there was none. */
export function outcomeOf({ state, attempts, lastStatus, lastError }: Outcome): string {
  if (state === 'waiting') return 'No address is set';
  if (state === 'skipped') return 'The user is gone';
  if (attempts === 0) return 'Not tried yet';
  return lastError ?? (lastStatus === null ? 'Not logged' : `HTTP ${lastStatus}`);
}
