import type { Property } from '@closingwire/contracts/lead';
import type { Field } from '@closingwire/contracts/lead-fields';
import { type AgentFilters, LIST_DAYS } from '@closingwire/contracts/leads';
import { between, lastDays, type SaleWindow } from './calendar.ts';

/**
 * Which closings a list holds. Limits include their ends; what is undefined does not narrow. A closing without a price
 * is outside every price limit.
 */
export type ClosingFilter = {
  zips: readonly string[];
  window: SaleWindow;
  city?: string | undefined;
  state?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  propertyType?: Property['type'] | undefined;
  /** Part of the agent's name, brokerage or e-mail, or of the property's address. */
  search?: string | undefined;
  /** Only what was there when this list was made ready. */
  leadListId?: string | undefined;
};

export type SqlValue = string | number | null | readonly string[];

/** The closings `c`, narrowed by $1 to $11 of `filterValues`: the one meaning of "in the list". */
export const IN_LIST = `
  where c.zip = any($1::text[])
    and ($2::date is null or c.sold_date >= $2::date)
    and ($3::date is null or c.sold_date <= $3::date)
    and ($2::date is null or c.sold_date > $2::date or c.state <> all($4::text[]))
    and ($5::text is null or c.city ilike $5::text)
    and ($6::text is null or c.state = $6::text)
    and ($7::float8 is null or c.price >= $7::float8)
    and ($8::float8 is null or c.price <= $8::float8)
    and ($9::text is null or c.type = $9::text)
    and ($10::text is null or c.address1 ilike $10::text or exists (
      select from agents x where x.zip = c.zip and x.id = c.agent_id
        and (x.full_name ilike $10::text or x.brokerage_name ilike $10::text or x.email ilike $10::text)))
    and ($11::uuid is null or c.created_at <= (select as_of from lead_lists where id = $11::uuid))
    and not c.is_suppressed`;

/** The agent of each closing in a list. */
export const WITH_AGENT = 'join agents a on a.zip = c.zip and a.id = c.agent_id';

/** The column of a field, of a closing `c` or its agent `a`. */
export const columnOf = ({ stored }: Field): string =>
  `${stored.table === 'agents' ? 'a' : 'c'}.${stored.column}`;

/** A pattern that finds the text as it stands, anywhere. */
const containing = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null);

export function filterValues(filter: ClosingFilter): SqlValue[] {
  const { from, to, laterStates } = filter.window;
  return [
    filter.zips,
    from,
    to,
    laterStates,
    containing(filter.city),
    filter.state ?? null,
    filter.minPrice ?? null,
    filter.maxPrice ?? null,
    filter.propertyType ?? null,
    containing(filter.search),
    filter.leadListId ?? null,
  ];
}

/** The dashboard's list: of the own ZIPs, without dates of the last 7 days. A ZIP of others is never in it. */
export function dashboardFilter(zips: readonly string[], filters: AgentFilters, now: Date): ClosingFilter {
  const { zipCode, fromDate, toDate, ...rest } = filters;
  const hasDates = fromDate !== undefined || toDate !== undefined;
  return {
    ...rest,
    zips: zipCode ? zips.filter(zip => zip === zipCode) : zips,
    window: hasDates ? between(fromDate, toDate) : lastDays(LIST_DAYS, now),
  };
}
