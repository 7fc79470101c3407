import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { sql } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { WideLead } from './wide-leads.ts';

const idOf = (key: string) => createHash('md5').update(key).digest('hex');

type Table = 'agents' | 'closings';

const columnsOf = (table: Table) => leadFields.filter(({ stored }) => stored.table === table);
const keyColumns = { agents: ['zip', 'id'], closings: ['id', 'sale_id', 'agent_id'] };
const namesOf = (table: Table) => [
  ...keyColumns[table],
  ...columnsOf(table).map(({ stored }) => stored.column),
];

function lineOf(table: Table, keys: string[], lead: WideLead): string {
  const values = columnsOf(table).map(({ group, key }) => {
    const from: Record<string, unknown> = group === 'agent' ? lead : lead.property;
    return String(from[key] ?? '\\N');
  });
  return `${[...keys, ...values].join('\t')}\n`;
}

/** Returns COPY text for both tables, with each agent once. */
function linesOf(leads: readonly WideLead[]) {
  const agents = new Map<string, string>();
  let closings = '';
  for (const lead of leads) {
    const { zip, mlsId } = lead.property;
    const agent = idOf(`${zip} ${lead.licenseNumber}`);
    agents.set(agent, lineOf('agents', [zip, agent], lead));
    closings += lineOf('closings', [idOf(`${mlsId} ${agent}`), idOf(mlsId), agent], lead);
  }
  return { agents: [...agents.values()].join(''), closings };
}

function upsert(table: Table, key: readonly string[]): string {
  const names = namesOf(table).join(', ');
  const facts = namesOf(table).filter(name => !key.includes(name));
  return `insert into ${table} as t (${names}) select ${names} from stage_${table}
    on conflict (${key.join(', ')}) do update
    set ${facts.map(name => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
    where (${facts.map(name => `t.${name}`).join(', ')}) is distinct from (${facts.map(name => `excluded.${name}`).join(', ')})`;
}

const STAGES = `
  create temp table stage_agents (like agents including defaults) on commit delete rows;
  create temp table stage_closings (like closings including defaults) on commit delete rows`;

async function copy(client: pg.Client, table: Table, text: string): Promise<void> {
  const stream = client.query(copyFrom(`copy stage_${table} (${namesOf(table).join(', ')}) from stdin`));
  stream.end(text);
  await finished(stream);
}

/**
 * Loads leads with the least possible work: one connection, `rows` per transaction, COPY into a session's stage table,
 * upserts. Returns the seconds, without the time for creating the text.
 */
export async function referenceLoad(url: string, leads: readonly WideLead[], rows = 1_000): Promise<number> {
  const chunks = [];
  for (let at = 0; at < leads.length; at += rows) chunks.push(linesOf(leads.slice(at, at + rows)));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(STAGES);
  const startedAt = performance.now();
  for (const { agents, closings } of chunks) {
    await client.query(sql`begin`);
    await copy(client, 'agents', agents);
    await copy(client, 'closings', closings);
    await client.query(upsert('agents', ['zip', 'id']));
    await client.query(upsert('closings', ['zip', 'sold_date', 'id']));
    await client.query(sql`commit`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return seconds;
}
