import type { Queries } from '@closingwire/chassis/pg';
import type { Agent, Property } from '@closingwire/contracts/lead';
import { type ClosingFilter, filterValues, IN_LIST, WITH_AGENT } from './closing-filter.ts';

/** A closing (`c`) with its agent (`a`) as the query of a list returns it. */
type AgentRow = {
  id: string;
  full_name: string;
  agent_role: string;
  license_number: string | null;
  brokerage_name: string | null;
  team_name: string | null;
  email: string | null;
  mobile: string | null;
  phone: string | null;
  website_url: string | null;
  facebook_url: string | null;
  linkedin_url: string | null;
  office_address: string | null;
  agent_city: string;
  agent_state: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  price: number | null;
  sold_date: string;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  type: Property['type'];
  mls_id: string | null;
  listed_date: string | null;
  lot_size_acres: number | null;
};

const AGENT_COLUMNS = `
  a.full_name, c.agent_role, a.license_number, a.brokerage_name, a.team_name, a.email, a.mobile, a.phone,
  a.website_url, a.facebook_url, a.linkedin_url, a.office_address, a.city as agent_city, a.state as agent_state,
  c.address1, c.address2, c.city, c.state, c.zip, c.price, c.sold_date, c.beds, c.baths, c.sqft, c.type,
  c.mls_id, c.listed_date, c.lot_size_acres`;

function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    fullName: row.full_name,
    agentRole: row.agent_role,
    licenseNumber: row.license_number,
    brokerageName: row.brokerage_name,
    teamName: row.team_name,
    email: row.email,
    mobile: row.mobile,
    phone: row.phone,
    websiteUrl: row.website_url,
    facebookUrl: row.facebook_url,
    linkedinUrl: row.linkedin_url,
    officeAddress: row.office_address,
    city: row.agent_city,
    state: row.agent_state,
    searchCompleted: Boolean(row.email ?? row.mobile ?? row.phone),
    property: {
      address1: row.address1,
      address2: row.address2,
      city: row.city,
      state: row.state,
      zip: row.zip,
      price: row.price,
      soldDate: row.sold_date,
      beds: row.beds,
      baths: row.baths,
      sqft: row.sqft,
      type: row.type,
      mlsId: row.mls_id,
      listedDate: row.listed_date,
      lotSize: row.lot_size_acres,
    },
  };
}

type ClosingPage = { agents: Agent[]; total: number };

const PAGE = `
  with matching as materialized (select c.zip, c.sold_date, c.id from closings c ${IN_LIST}),
  page as (select * from matching order by sold_date desc, zip, id limit $12 offset $13)
  select t.total, c.id, ${AGENT_COLUMNS}
  from (select count(*) as total from matching) t
  left join (page join closings c using (zip, sold_date, id) ${WITH_AGENT}) on true
  order by c.sold_date desc, c.zip, c.id`;

type PageRow = { total: number } & (AgentRow | { id: null });

/** One page of a list and how many closings the whole list has, as of one moment. `limit` null is all. */
export async function pageOfClosings(
  db: Queries,
  filter: ClosingFilter,
  page: { limit: number | null; offset: number },
): Promise<ClosingPage> {
  const rows = await db.query<PageRow>(PAGE, [...filterValues(filter), page.limit, page.offset]);
  const agents = rows.flatMap(row => (row.id === null ? [] : [toAgent(row)]));
  return { agents, total: rows[0]?.total ?? 0 };
}

type Page = { page: number; limit: number };

export const sliceOf = ({ page, limit }: Page) => ({ limit, offset: (page - 1) * limit });

export function pageAnswer({ page, limit }: Page, { agents, total }: ClosingPage) {
  return { agents, total, page, totalPages: Math.ceil(total / limit) };
}
