import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import { join, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { type WatchedAgentClosed, watchedAgentClosed } from '@closingwire/contracts/agent-page';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { currentIdentity, keepIdentities } from '../identity/merge-agents.ts';
import { lastDays } from '../lists/calendar.ts';
import { mayBeShown, notOnOwnList, soldIn } from '../lists/closing-filter.ts';
import { isReadable } from '../lists/standing.ts';
import { rowOfAgent } from '../outcomes/store.ts';

type Asked = { accountId: string; agentId: string; zipCodes: readonly string[]; now: Date };

/** Selects the sales `c` of the list's days in these ZIPs by the agents of the watches `w`. */
const recentSales = (zipCodes: readonly string[], now: Date): Sql => sql`
  from watches w join agents x on x.identity_id = w.agent_id and x.zip = any(${zipCodes}::text[])
    join closings c on c.zip = x.zip and c.agent_id = x.id
      and ${join([...soldIn(lastDays(LIST_DAYS, now)), mayBeShown('lists')], ' and ')}`;

/** Watches an agent of these ZIPs from now on; throws `missing` without such an agent. */
export async function storeWatch(tx: Tx, { accountId, agentId, zipCodes, now }: Asked): Promise<void> {
  await keepIdentities(tx);
  const identityId = await currentIdentity(tx, agentId);
  const row = await rowOfAgent(tx, identityId, zipCodes);
  const isNew = await tx.returnsRow(
    sql`insert into watches (account_id, agent_id, zip, row_id, since)
     values (${accountId}, ${identityId}, ${row.zip}, ${row.id}, ${now}) on conflict do nothing returning agent_id`,
  );
  if (!isNew) return;
  await tx.execute(
    sql`insert into known_sales (account_id, agent_id, sale_id, known_at)
     select w.account_id, w.agent_id, c.sale_id, ${now}::timestamptz ${recentSales(zipCodes, now)}
     where w.account_id = ${accountId} and w.agent_id = ${identityId}
     on conflict do nothing`,
  );
}

export async function removeWatch(tx: Tx, accountId: string, agentId: string): Promise<void> {
  await keepIdentities(tx);
  const identityId = await currentIdentity(tx, agentId);
  for (const table of [sql`watches`, sql`known_sales`]) {
    await tx.execute(sql`delete from ${table} where account_id = ${accountId} and agent_id = ${identityId}`);
  }
}

type News = Pick<WatchedAgentClosed, 'accountId' | 'agents'>;

/**
 * Notes the sales of watched agents in these ZIPs as known, and returns those that were not, by account. Only accounts
 * that may read the ZIP, and have not marked the agent as 'do not call', learn of a sale.
 */
const takeNewSales = (tx: Tx, zipCodes: readonly string[], now: Date): Promise<News[]> =>
  tx.query<News>(sql`
    with sales as materialized (
      select distinct on (w.account_id, w.agent_id, c.sale_id) w.account_id, w.agent_id, c.sale_id, x.full_name,
        c.address1, c.city, c.state, c.zip, c.sold_date, c.price ${recentSales(zipCodes, now)}
        join subscriptions s on s.account_id = w.account_id and s.zip = c.zip and s.cancelled_at is null
        left join accounts a on a.id = w.account_id
      where ${isReadable(now)} and not exists (
        select from outcomes o
        where o.account_id = w.account_id and o.agent_id = w.agent_id and o.outcome = 'do-not-call')
        and ${notOnOwnList(sql`w.account_id`, sql`c.zip`, sql`c.agent_id`)}
      order by w.account_id, w.agent_id, c.sale_id),
    taken as (
      insert into known_sales (account_id, agent_id, sale_id, known_at)
      select account_id, agent_id, sale_id, ${now}::timestamptz from sales order by account_id, agent_id, sale_id
      on conflict do nothing returning account_id, agent_id, sale_id),
    by_agent as (
      select account_id, agent_id, min(full_name) as full_name, json_agg(json_build_object('address1', address1,
        'city', city, 'state', state, 'zipCode', zip, 'soldDate', sold_date, 'price', price)
        order by sold_date desc, sale_id) as sales
      from sales join taken using (account_id, agent_id, sale_id) group by account_id, agent_id)
    select account_id as "accountId", json_agg(json_build_object('agentId', agent_id, 'fullName', full_name,
      'sales', sales) order by full_name, agent_id) as agents
    from by_agent group by account_id`);

/** Publishes what watched agents newly closed in these ZIPs, one event for an account. */
export async function tellWatchers(tx: Tx, zipCodes: readonly string[], now: Date): Promise<void> {
  if (!(await tx.returnsRow(sql`select from watches limit 1`))) return;
  for (const news of await takeNewSales(tx, zipCodes, now)) {
    await publish(tx, watchedAgentClosed, { id: newId(), version: 1, ...news });
  }
}

const DAY_MS = 86_400_000;

/** A sale leaves the list after a week; a month covers corrected days of sale. */
const KNOWN_DAYS = 31;

/** Forgets sales that no list shows anymore. */
export const forgetKnownSales = (tx: Tx, now: Date): Promise<void> =>
  tx.execute(sql`delete from known_sales where known_at < ${new Date(now.getTime() - KNOWN_DAYS * DAY_MS)}`);

/** Returns the agents that an account watches, for its export. */
export const watchesOf = (db: Queries, accountId: string) =>
  db.query(sql`
    select w.agent_id as "agentId", (select a.full_name from agents a where a.zip = w.zip and a.id = w.row_id)
      as "agentName", w.since
    from watches w where w.account_id = ${accountId} order by w.since, w.agent_id`);
