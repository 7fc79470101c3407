import type { Tx } from '@closingwire/chassis/pg';
import type { AgentFacts, ClosingFacts, MergedLeads, SaleFacts } from '../domain/merged-leads.ts';
import { copyIn } from './copy-in.ts';

type Cell = string | number | null;
type Columns<Row> = readonly (readonly [name: string, of: (row: Row) => Cell])[];

const agentColumns: Columns<AgentFacts> = [
  ['zip', agent => agent.zip],
  ['id', agent => agent.id],
  ['full_name', agent => agent.fullName],
  ['license_number', agent => agent.licenseNumber],
  ['brokerage_name', agent => agent.brokerageName],
  ['team_name', agent => agent.teamName],
  ['email', agent => agent.email],
  ['mobile', agent => agent.mobile],
  ['phone', agent => agent.phone],
  ['website_url', agent => agent.websiteUrl],
  ['facebook_url', agent => agent.facebookUrl],
  ['linkedin_url', agent => agent.linkedinUrl],
  ['office_address', agent => agent.officeAddress],
  ['city', agent => agent.city],
  ['state', agent => agent.state],
];

const saleColumns: Columns<SaleFacts> = [
  ['zip', sale => sale.zip],
  ['id', sale => sale.id],
  ['sold_date', sale => sale.soldDate],
  ['address1', sale => sale.address1],
  ['address2', sale => sale.address2],
  ['city', sale => sale.city],
  ['state', sale => sale.state],
  ['price', sale => sale.price],
  ['beds', sale => sale.beds],
  ['baths', sale => sale.baths],
  ['sqft', sale => sale.sqft],
  ['type', sale => sale.type],
  ['source_type', sale => sale.sourceType],
  ['mls_id', sale => sale.mlsId],
  ['listed_date', sale => sale.listedDate],
  ['lot_size_acres', sale => sale.lotSize],
];

const closingColumns: Columns<ClosingFacts> = [
  ['zip', closing => closing.zip],
  ['id', closing => closing.id],
  ['sale_id', closing => closing.saleId],
  ['agent_id', closing => closing.agentId],
  ['agent_role', closing => closing.agentRole],
  ['sold_date', closing => closing.soldDate],
];

const STAGES = `
  create temp table if not exists agent_stage (like agents including defaults) on commit delete rows;
  create temp table if not exists sale_stage (like sales including defaults) on commit delete rows;
  create temp table if not exists closing_stage (like closings including defaults) on commit delete rows`;

/** Puts rows into the session's own tables, from where one statement stores them. */
export async function stage(tx: Tx, leads: MergedLeads): Promise<void> {
  await tx.query(STAGES);
  await copyIn(tx, 'agent_stage', agentColumns, leads.agents);
  await copyIn(tx, 'sale_stage', saleColumns, leads.sales);
  await copyIn(tx, 'closing_stage', closingColumns, leads.closings);
}

/** Takes away what suppressed agents brought along. Their sales stay, but nobody is named in them. */
export async function unstageSuppressed(tx: Tx): Promise<void> {
  await tx.query(
    `with gone as (
       delete from agent_stage where exists (select from suppressions where hash in (
         contact_hash('email', email), contact_hash('phone', mobile), contact_hash('phone', phone),
         contact_hash('license', license_number)))
       returning zip, id
     )
     delete from closing_stage c using gone g where c.zip = g.zip and c.agent_id = g.id`,
  );
}

/** A newer row overwrites what it knows; an equal one writes nothing. */
function upsert(table: string, source: string, columns: readonly string[]): string {
  const facts = columns.filter(name => name !== 'zip' && name !== 'id' && name !== 'sold_date');
  const newer = facts.map(name => `coalesce(excluded.${name}, t.${name})`);
  return `insert into ${table} as t (${columns.join(', ')}) select ${columns.join(', ')} from ${source}
    on conflict (zip, id) do update
    set ${facts.map((name, i) => `${name} = ${newer[i]}`).join(', ')}, updated_at = now()
    where (${facts.map(name => `t.${name}`).join(', ')}) is distinct from (${newer.join(', ')})`;
}

const namesOf = (columns: Columns<never>) => columns.map(([name]) => name);

const STORE = `
  with agent as (${upsert('agents', 'agent_stage', namesOf(agentColumns))}),
    sale as (${upsert('sales', 'sale_stage', namesOf(saleColumns))})
  insert into closings (${namesOf(closingColumns).join(', ')})
  select ${namesOf(closingColumns).join(', ')} from closing_stage on conflict (zip, id) do nothing`;

/** Stores what is staged: new rows are added, known ones brought up to date. */
export async function storeStaged(tx: Tx): Promise<void> {
  await tx.query(STORE);
}
