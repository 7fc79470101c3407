import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import type { StateLook } from '../../../../ui/badge.tsx';
import type { DeliveryState } from './queries.ts';

export const deliveryStates: Record<DeliveryState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  pending: { label: 'On its way', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

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
