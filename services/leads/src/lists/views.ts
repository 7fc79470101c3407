import { jsonText } from '@closingwire/chassis/orpc';
import { empty, prepared, type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { ClosingOrder, ClosingSort } from '@closingwire/contracts/closing-sorts';
import type { leadPage } from '@closingwire/contracts/lead';
import { type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { z } from 'zod';
import { IS_EMAIL_WRONG, MUST_NOT_CALL } from '../contacts/states.ts';
import { NAMED_SOURCES } from '../sources/store.ts';
import { type ClosingFilter, columnOf, inList, WITH_AGENT } from './closing-filter.ts';
import { type HeldRows, heldRows } from './kept-exports.ts';

const columnsOf = (group: Field['group']) =>
  leadFields
    .filter(field => field.group === group)
    .map(field => `${columnOf(field)} as "${field.key}"`)
    .join(', ');

/** A closing as the API returns it: the sale nested in its agent. */
const CLOSING = sql`c.id, ${raw(columnsOf('agent'))},
  coalesce(a.email, a.mobile, a.phone) is not null as "searchCompleted", ${MUST_NOT_CALL} as "mustNotCall", ${IS_EMAIL_WRONG} as "isEmailWrong",
  (select row_to_json(property) from (select ${raw(columnsOf('property'))}) property) as property,
  ${NAMED_SOURCES} as sources`;

/** A `limit` of null selects all. */
export type PageSlice = { limit: number | null; offset: number };

/** `agents` is a JSON array of closings. */
export type ClosingPage = { agents: string; total: number };

const NEWEST: ClosingOrder = { sort: 'sold', isDescending: true };

/** The value of each sort, of a closing `c` and its agent `a`. */
const sortValues: Record<ClosingSort, Sql> = {
  sold: sql`c.sold_date`,
  price: sql`c.price`,
  agent: sql`lower(a.full_name)`,
  contact: sql`lower(a.email)`,
  property: sql`lower(c.address1)`,
  type: sql`c.type`,
};

/** Closings without the value come last, those with the same value as in the newest order. */
function orderBy({ sort, isDescending }: ClosingOrder): Sql {
  const newest = sql`c.sold_date desc, c.zip, c.id`;
  if (sort === 'sold' && isDescending) return newest;
  return sql`${sortValues[sort]} ${isDescending ? sql`desc` : sql`asc`} nulls last, ${newest}`;
}

const needsAgent = ({ sort }: ClosingOrder) => sort === 'agent' || sort === 'contact';

/** Returns the select list of a `ClosingPage` and the CTEs that it reads. `more` are further columns of each closing. */
export function closingPage(
  filter: ClosingFilter,
  { limit, offset }: PageSlice,
  { order = NEWEST, more = empty }: { order?: ClosingOrder | undefined; more?: Sql } = {},
): { ctes: Sql; columns: Sql } {
  return {
    ctes: sql`matching as materialized (select c.* from closings c ${inList(filter)}),
      page as (select c.* from matching c ${needsAgent(order) ? WITH_AGENT : empty}
        order by ${orderBy(order)} limit ${limit} offset ${offset})`,
    columns: sql`(select count(*) from matching) as total,
      (select coalesce(json_agg(row_to_json(closing)), '[]')::text from (
         select ${CLOSING}${more} from page c ${WITH_AGENT} order by ${orderBy(order)}) closing) as agents`,
  };
}

/** Reads one page of a list and the number of all its closings, in one statement. */
export function pageOfClosings(
  db: Queries,
  filter: ClosingFilter,
  slice: PageSlice,
  more: Sql = empty,
): Promise<ClosingPage> {
  const { ctes, columns } = closingPage(filter, slice, { more });
  return db.one<ClosingPage>(prepared(sql`with ${ctes} select ${columns}`));
}

/** Reads a page of a list, and which agents and closings it has, in one statement. */
export async function pageForExport(
  db: Queries,
  filter: ClosingFilter,
  slice: PageSlice,
): Promise<ClosingPage & { held: HeldRows }> {
  const { ctes, columns } = closingPage(filter, slice);
  const rows = sql`select zip, id, agent_id from page`;
  return db.one(
    prepared(sql`with ${ctes} select ${columns}, (select row_to_json(h) from (${heldRows(rows)}) h) as held`),
  );
}

type Page = { page: number; limit: number };

export const sliceOf = ({ page, limit }: Page) => ({ limit, offset: (page - 1) * limit });

type LeadPage = z.output<typeof leadPage>;

/** Returns a page as JSON, which ends with `more` facts. */
export function pageAnswer<T extends LeadPage = LeadPage>(
  { page, limit }: Page,
  { agents, total }: ClosingPage,
  more: Omit<T, keyof LeadPage> | undefined = undefined,
): T {
  const facts = JSON.stringify({ total, page, totalPages: Math.ceil(total / limit), ...more });
  return jsonText(`{"agents":${agents},${facts.slice(1)}`);
}
