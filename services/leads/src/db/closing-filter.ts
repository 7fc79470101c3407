import type { Property } from '@closingwire/contracts/lead';
import type { SaleWindow } from '../domain/sale-window.ts';

/** Which closings a list holds. Limits include their ends; what is undefined does not narrow. */
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
};

export type SqlValue = string | number | null | readonly string[];

/** The tables of a closing, narrowed by $1 to $10 of `filterValues`: the one meaning of "in the list". */
export const CLOSINGS_IN_LIST = `
  from closings c
  join sales s on s.zip = c.zip and s.id = c.sale_id
  join agents a on a.zip = c.zip and a.id = c.agent_id
  where c.zip = any($1::text[])
    and ($2::date is null or c.sold_date >= $2::date)
    and ($3::date is null or c.sold_date <= $3::date)
    and ($2::date is null or c.sold_date > $2::date or s.state <> all($4::text[]))
    and ($5::text is null or s.city ilike $5::text)
    and ($6::text is null or s.state = $6::text)
    and ($7::numeric is null or s.price >= $7::numeric)
    and ($8::numeric is null or s.price <= $8::numeric)
    and ($9::text is null or s.type = $9::text)
    and ($10::text is null or a.full_name ilike $10::text or a.brokerage_name ilike $10::text
      or a.email ilike $10::text or s.address1 ilike $10::text)
    and not a.is_suppressed`;

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
  ];
}
