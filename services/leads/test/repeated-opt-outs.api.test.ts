import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { StoredOptOut } from '@closingwire/contracts/withdrawals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { optOutOf } from './opt-out.ts';
import { startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let agents: ReturnType<typeof optOutOf>;
beforeAll(async () => {
  leads = await startLeads();
  agents = optOutOf(leads);
});
afterAll(() => leads.stop());

/** The only opt-out, as `make withdrawals` reads it. */
async function storedOptOut(): Promise<StoredOptOut> {
  const row = await leads.pg.one<StoredOptOut & Record<'createdAt' | 'expiresAt', Date>>(
    sql`select r.id, r.state, encode(r.secret_hash, 'hex') as "secretHash", r.created_at as "createdAt",
       r.expires_at as "expiresAt", r.confirmed_at as "confirmedAt", r.decided_at as "decidedAt",
       json_agg(json_build_object('kind', c.kind, 'hash', encode(c.hash, 'hex'), 'masked', c.masked,
         'isInEffect', exists (select from suppressions s where s.hash = c.hash))) as contacts
     from opt_out_requests r join opt_out_contacts c on c.request_id = r.id group by r.id`,
  );
  return JSON.parse(JSON.stringify(row)) as StoredOptOut;
}

/** The state before any opt-out, as in a backup. */
async function restoreOlder(): Promise<void> {
  await leads.pg.execute(sql`truncate opt_out_requests, opt_out_contacts, suppressions`);
  await leads.pg.execute(sql`update agents set is_suppressed = false`);
  await leads.pg.execute(sql`update closings set is_suppressed = false`);
}

/** Enqueues the job as a restore does. */
async function repeat(...optOuts: StoredOptOut[]): Promise<void> {
  await leads.pg.execute(
    sql`select graphile_worker.add_job('repeat-opt-outs', payload => ${JSON.stringify({ optOuts })}::json)`,
  );
  await until(async () => {
    const left = await leads.pg.query(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'repeat-opt-outs'`,
    );
    return left.length === 0;
  });
}

const hidden = (zipCode: string) =>
  leads.pg.query(
    sql`select a.is_suppressed as agent, c.is_suppressed as closing from agents a join closings c on c.agent_id = a.id where a.zip = ${zipCode}`,
  );

test('a restored database gets later opt-outs and undos once', async () => {
  await restoreOlder();
  await leads.source.deliver([madeUpLead(140, { zip: '98140' })]);
  await agents.optOut({ email: 'agent.140@example.com' });
  const later = await storedOptOut();
  expect(later).toMatchObject({ state: 'in-effect', contacts: [{ isInEffect: true }] });
  await restoreOlder();
  await repeat(later);
  await repeat(later);
  expect(await hidden('98140')).toEqual([{ agent: true, closing: true }]);
  expect(await storedOptOut()).toEqual(later);

  const contacts = later.contacts.map(contact => ({ ...contact, isInEffect: false }));
  await repeat({ ...later, state: 'undone', decidedAt: new Date().toISOString(), contacts });
  expect(await hidden('98140')).toEqual([{ agent: false, closing: false }]);
  // The file of an older backup.
  await repeat(later);
  expect(await hidden('98140')).toEqual([{ agent: false, closing: false }]);
});

test('a link that was mailed after the backup still works', async () => {
  await restoreOlder();
  await leads.source.deliver([madeUpLead(141, { zip: '98141' })]);
  await agents.ask({ email: 'agent.141@example.com' });
  const token = await agents.tokenFor('agent.141@example.com');
  const later = await storedOptOut();
  await restoreOlder();
  await repeat(later);
  expect((await agents.confirm(token)).status).toBe(200);
  expect(await hidden('98141')).toEqual([{ agent: true, closing: true }]);
});
