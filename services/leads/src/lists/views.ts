import type { Queries } from '@closingwire/chassis/pg';
import type { Closing } from '@closingwire/contracts/lead';
import { type Field, type FlatLead, leadFields } from '@closingwire/contracts/lead-fields';
import sql, { raw } from 'sql-template-tag';
import { type ClosingFilter, columnOf, inList, WITH_AGENT } from './closing-filter.ts';

/** A closing with its agent as the query of a list returns it. */
type Row = FlatLead & { id: string };

const COLUMNS = raw(leadFields.map(field => `${columnOf(field)} as "${field.name}"`).join(', '));

function valuesOf(group: Field['group'], row: Row): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of leadFields) if (field.group === group) values[field.key] = row[field.name];
  return values;
}

/** The entity of the API: in the database the sale's fields stand beside the agent's, here they are nested. */
function toClosing(row: Row): Closing {
  const searchCompleted = Boolean(row.email ?? row.mobile ?? row.phone);
  const property = valuesOf('property', row);
  return { id: row.id, ...valuesOf('agent', row), searchCompleted, property } as Closing;
}

/** `limit` null is all. */
type PageSlice = { limit: number | null; offset: number };

type ClosingPage = { agents: Closing[]; total: number };

const pageQuery = (filter: ClosingFilter, { limit, offset }: PageSlice) => sql`
  with matching as materialized (select c.zip, c.sold_date, c.id from closings c ${inList(filter)}),
  page as (select * from matching order by sold_date desc, zip, id limit ${limit} offset ${offset})
  select t.total, c.id, ${COLUMNS}
  from (select count(*) as total from matching) t
  left join (page join closings c using (zip, sold_date, id) ${WITH_AGENT}) on true
  order by c.sold_date desc, c.zip, c.id`;

type PageRow = { total: number } & (Row | { id: null });

/** One page of a list and how many closings the whole list has, as of one moment. */
export async function pageOfClosings(
  db: Queries,
  filter: ClosingFilter,
  slice: PageSlice,
): Promise<ClosingPage> {
  const rows = await db.query<PageRow>(pageQuery(filter, slice));
  const agents = rows.flatMap(row => (row.id === null ? [] : [toClosing(row)]));
  return { agents, total: rows[0]?.total ?? 0 };
}

type Page = { page: number; limit: number };

export const sliceOf = ({ page, limit }: Page) => ({ limit, offset: (page - 1) * limit });

export function pageAnswer({ page, limit }: Page, { agents, total }: ClosingPage) {
  return { agents, total, page, totalPages: Math.ceil(total / limit) };
}
