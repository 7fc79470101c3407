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
      'select zip_code as zip, industry, kind from subscriptions where account_id = $1 and cancelled_at is null',
      [id],
    ),
    db.catalog.query<UserRecords['claims'][number]>(
      `select zip_code as zip, industry, state from claims where user_id = $1 and state <> 'released'`,
      [id],
    ),
    db.leads.query<{ zip: string }>(
      'select zip from subscriptions where account_id = $1 and cancelled_at is null',
      [id],
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

/** What the services and the provider have of the history's users, read from outside. */
export const readBooks = (stage: Stage): Promise<UserRecords[]> =>
  Promise.all(stage.players.map(player => recordsOf(stage, player)));

/** The ZIPs that an account is to be billed for now. */
export async function billableZips({ services }: Stage, { state }: Player): Promise<string[]> {
  const { rows } = await services.db.billing.query<{ zip: string }>(
    `select zip_code as zip from subscriptions
     where account_id = $1 and cancelled_at is null and kind <> 'granted'`,
    [state.id],
  );
  return rows.map(({ zip }) => zip);
}
