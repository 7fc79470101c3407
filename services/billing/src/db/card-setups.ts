import type { Queries } from '@closingwire/chassis/pg';

export async function insertCardSetup(
  db: Queries,
  setup: { id: string; accountId: string },
  now: Date,
): Promise<void> {
  await db.query(
    'insert into card_setups (id, account_id, created_at) values ($1, $2, $3) on conflict do nothing',
    [setup.id, setup.accountId, now],
  );
}

export async function isCardSetupFinished(db: Queries, id: string): Promise<boolean> {
  const row = await db.maybe('select 1 from card_setups where id = $1 and finished_at is not null', [id]);
  return row !== undefined;
}

export async function finishCardSetupRow(db: Queries, id: string, now: Date): Promise<void> {
  await db.query('update card_setups set finished_at = $2 where id = $1 and finished_at is null', [id, now]);
}

/** Of the last day, and old enough that the person and the provider have had their time to say so. */
export async function openCardSetups(db: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from card_setups
     where finished_at is null and created_at between $1::timestamptz - interval '1 day'
       and $1::timestamptz - interval '2 minutes'
     order by created_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}
