import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import type { leadFlag } from '@closingwire/contracts/leads';
import type { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

/* A subscriber with flags, and an admin who hides and corrects their closings. */

type Flag = z.output<typeof leadFlag>;
export const now = new Date('2026-03-18T19:00:00Z');
export const [zip, otherZip, thirdZip] = ['98101', '98102', '98103'];
const soldDate = '2026-03-15';

export let leads: Awaited<ReturnType<typeof startLeads>>;
export let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
let token: string;

/** Starts what the functions below use; stop `leads` at the end. */
export async function startFlags(): Promise<void> {
  leads = await startLeads({ clock: () => now });
  token = await leads.identity.tokenFor({ isAdmin: true, email: 'ada@example.com' });
  subscriber = await subscriberOf(leads, [zip, otherZip, thirdZip]);
}

export async function asAdmin(path: string, body?: object, method = body ? 'PUT' : 'GET') {
  const reply = await fetch(`${leads.url}/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const changes = decodeChanges(reply.headers.get(CHANGES_HEADER) ?? '');
  return {
    status: reply.status,
    changes,
    body: (await reply.json()) as Flag & { code?: string; message?: string; leadFlags?: Flag[] },
  };
}
export const hide = (flagId: string, isHidden = true) => asAdmin(`lead-flags/${flagId}/hidden`, { isHidden });
export const correct = (flagId: string, fields: object) =>
  asAdmin(`lead-flags/${flagId}/closing`, { fields });

export const lead = (n: number, property: object = {}, agent: object = {}) =>
  madeUpLead(n, { zip, soldDate, ...property }, { mobile: `(206) 555-${1_000 + n}`, ...agent });
export const listed = async (n: number) =>
  (await subscriber.get<Page>('/api/user/agents?limit=100')).agents.filter(
    ({ property }) => property.address1 === `${n} Elm St`,
  );
export const deliver = (...rows: object[]) => leads.source.deliver(rows as never);

/** Delivers as a second source, which is trusted as much. */
export async function deliverAsOther(row: object) {
  const { id } = await leads.pg.one<{ id: number }>(
    sql`insert into sources (name, kind) values ('Second', 'file') on conflict (name) do update set name = 'Second'
     returning id`,
  );
  const { body } = await asAdmin(`leads?source=${id}`, [row], 'POST');
  const { batchId } = body as never as { batchId: string };
  const isDone = sql`select from delivered_closings where batch_id = ${batchId}`;
  await until(() => leads.pg.returnsRow(isDone), patience);
}

/** Selects the report of each source. */
export const reportsOf = (n: number) =>
  leads.pg.query(
    sql`select a.reports -> key -> 'facts' ->> 'email' as email, (value -> 'facts' -> 'price')::int as price
     from closings c join agents a on a.zip = c.zip and a.id = c.agent_id cross join lateral jsonb_each(c.reports)
     where c.address1 = ${`${n} Elm St`} order by key::int`,
  );

export const storedClosing = (n: number) =>
  leads.pg.one<{ zip: string; agentId: string; identityId: string }>(
    sql`select c.zip, c.agent_id as "agentId", a.identity_id as "identityId"
     from closings c join agents a on a.zip = c.zip and a.id = c.agent_id
     where c.address1 = ${`${n} Elm St`} order by a.full_name limit 1`,
  );

export async function flagged(n: number) {
  await deliver(lead(n));
  const [closing] = await listed(n);
  const body = JSON.stringify({ agentId: closing?.id, note: 'This was never sold' });
  const { id } = (await (await subscriber.ask('/api/lead-flags', { method: 'POST', body })).json()) as Flag;
  return { id, closingId: closing?.id ?? '' };
}
