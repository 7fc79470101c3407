import type { Agent, Property } from '@closingwire/contracts/lead';

/** A closing (`c`) with its agent (`a`) as the query of a list returns it. */
export type AgentRow = {
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

export const AGENT_COLUMNS = `
  a.full_name, c.agent_role, a.license_number, a.brokerage_name, a.team_name, a.email, a.mobile, a.phone,
  a.website_url, a.facebook_url, a.linkedin_url, a.office_address, a.city as agent_city, a.state as agent_state,
  c.address1, c.address2, c.city, c.state, c.zip, c.price, c.sold_date, c.beds, c.baths, c.sqft, c.type,
  c.mls_id, c.listed_date, c.lot_size_acres`;

export function toAgent(row: AgentRow): Agent {
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
