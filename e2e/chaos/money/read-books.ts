import { sql } from '@closingwire/chassis/pg';
import type { UserRecords } from './books.ts';
import type { Player, Stage } from './stage.ts';

async function providerRecords({ services: { provider } }: Stage, player: Player) {
  for (const id of await provider.customersWith(player.state.email)) player.customers.add(id);
  const customers = [...player.customers];
  const subscriptions = (await Promise.all(customers.map(provider.subscriptionsOf))).flat();
  const cards = (await Promise.all(customers.map(provider.cardsOf))).flat();
  return { subscriptions, cards: cards.map(({ card }) => card.last4) };
}

async function recordsOf(stage: Stage, player: Player): Promise<UserRecords> {
  const { db } = stage.services;
  const { id } = player.state;
  const [zips, claims, readable, provider] = await Promise.all([
    db.billing.query<UserRecords['zips'][number]>(
      sql`select zip_code as zip, industry, kind from subscriptions where account_id = ${id} and cancelled_at is null`,
    ),
    db.catalog.query<UserRecords['claims'][number]>(
      sql`select zip_code as zip, industry, state from claims where user_id = ${id} and state <> 'released'`,
    ),
    db.leads.query<{ zip: string }>(
      sql`select zip from subscriptions where account_id = ${id} and cancelled_at is null`,
    ),
    providerRecords(stage, player),
  ]);
  const { index, status, endedWith, hasEverEnded, hasBadCard } = player;
  return {
    index,
    status,
    zips: zips.rows,
    claims: claims.rows,
    readable: readable.rows.map(({ zip }) => zip),
    ...provider,
    endedWith,
    hasEverEnded,
    hasBadCard,
  };
}

/** Reads the records of the history's users from the services and the provider. */
export const readBooks = (stage: Stage): Promise<UserRecords[]> =>
  Promise.all(stage.players.map(player => recordsOf(stage, player)));

/** Returns the ZIPs that the account has to be billed for. */
export async function billableZips({ services }: Stage, { state }: Player): Promise<string[]> {
  const { rows } = await services.db.billing.query<{ zip: string }>(
    sql`select zip_code as zip from subscriptions
     where account_id = ${state.id} and cancelled_at is null and kind <> 'granted'`,
  );
  return rows.map(({ zip }) => zip);
}
