import type { Pg, Tx } from './pg.ts';

const KEPT = '30 days';

/** Notes that a consumer handles an event. False when it already has: then there is nothing to do. */
export async function isFirstDelivery(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const added = await tx.maybe(
    'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1 as added',
    [consumer, eventId],
  );
  return added !== undefined;
}

/** Forgets deliveries that no topic can repeat any more. */
export async function pruneInbox(pg: Pg, consumer: string): Promise<void> {
  await pg.query(`delete from inbox where consumer = $1 and handled_at < now() - interval '${KEPT}'`, [
    consumer,
  ]);
}
