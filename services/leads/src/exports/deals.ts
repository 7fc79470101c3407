import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import { type ClosingFilter, inList, isOnSide, WITH_AGENT } from '../lists/closing-filter.ts';

/** A cell of a spreadsheet has at most 32,767 characters. */
const MOST_DEALS = raw('50');

const DEAL = sql`'Closed ' || c.address1 || ', ' || c.city || ', ' || c.state || ' ' || c.zip
  || case when ${isOnSide('buyer')} then ' for a buyer' when ${isOnSide('seller')} then ' for a seller' else '' end
  || coalesce(' at $' || to_char(nullif(c.price, 0), 'FM999,999,999,999'), '') || ' on ' || c.sold_date`;

const MORE = sql`case when count(*) > ${MOST_DEALS} then '; and ' || count(*) - ${MOST_DEALS} || ' earlier' else '' end`;

/** Joins `deals`: the text of each agent's deals, newest first. Agents who are left out have no row to join. */
export function withDeals(file: ClosingFilter): Sql {
  const filter = { ...file, newTo: undefined };
  return sql`
  left join (
    select coalesce(a.identity_id, a.id) as person_id,
      array_to_string((array_agg(${DEAL} order by c.sold_date desc, c.zip, c.id))[1:${MOST_DEALS}], '; ') || ${MORE} as text
    from closings c ${WITH_AGENT} ${inList(filter)} group by 1
  ) deals on deals.person_id = coalesce(a.identity_id, a.id)`;
}
