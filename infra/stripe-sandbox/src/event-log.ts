import { Stripe } from 'stripe';
import { newId } from './new-id.ts';
import type { EventDraft, Sandbox } from './sandbox.ts';

/** Records an event and its due delivery, in the transaction of what caused it. */
export function record({ store, clock }: Sandbox, draft: EventDraft): void {
  const now = clock();
  const base = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
  const event = store.save({ ...base, ...draft });
  store.change('insert into deliveries (event_id, next_attempt_at) values (?, ?)', event.id, Date.now());
}
