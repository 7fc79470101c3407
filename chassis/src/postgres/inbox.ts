import type { Pg, Tx } from './pg.ts';

const KEPT = '30 days';

/** Notes that a consumer handles these events, and says which of them it has not handled before. */
export async function firstDeliveries(tx: Tx, consumer: string, eventIds: string[]): Promise<Set<string>> {
  const added = await tx.query<{ event_id: string }>(
    `insert into inbox (consumer, event_id)
     select $1, id from unnest($2::uuid[]) as id
     on conflict do nothing returning event_id`,
    [consumer, eventIds],
  );
  return new Set(added.map(row => row.event_id));
}

/** Forgets deliveries that no topic can repeat any more. */
export async function pruneInbox(pg: Pg, consumer: string): Promise<void> {
  await pg.query(`delete from inbox where consumer = $1 and handled_at < now() - interval '${KEPT}'`, [
    consumer,
  ]);
}
