import type { Tx } from '@closingwire/chassis/pg';

/** Notes an event of the provider; false when it came before. */
export async function isNewStripeEvent(
  tx: Tx,
  event: { id: string; type: string },
  now: Date,
): Promise<boolean> {
  const added = await tx.maybe(
    `insert into stripe_events (id, type, received_at) values ($1, $2, $3)
     on conflict do nothing returning 1 as added`,
    [event.id, event.type, now],
  );
  return added !== undefined;
}
