import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayBeCalledBy } from '../src/lists/closing-filter.ts';
import { madeUpLead } from './made-up-leads.ts';
import { agentNamed, put, type Subscriber, startWithClock } from './today.ts';

let leads: Awaited<ReturnType<typeof startWithClock>>;
beforeAll(async () => {
  leads = await startWithClock();
  await leads.source.deliver([
    madeUpLead(1, leads.soldOn(1, { zip: '98231' }), { fullName: 'Ann Often' }),
    madeUpLead(2, leads.soldOn(1, { zip: '98231' }), { fullName: 'Bob Rarely' }),
  ]);
  leads.clock.now = new Date();
});
afterAll(() => leads.stop());

/** Stores earlier outcomes of a user. */
const store = ({ id }: Subscriber, agentId: ReturnType<typeof sql>, count: number) =>
  leads.pg.execute(
    sql`insert into outcomes (id, account_id, agent_id, zip, row_id, outcome, made_at)
     select gen_random_uuid(), ${id}::uuid, ${agentId}, '98231', gen_random_uuid(), 'called', now() - interval '1 day'
     from generate_series(1, ${count}::int)`,
  );

const refused = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code];
const tooMany = [409, 'too_many_outcomes'];

test('of one agent an account has at most 200 outcomes, and still marks the agent do not call', async () => {
  const user = await leads.subscriber(['98231']);
  const { agentId } = await agentNamed(user, 'Ann Often');
  await store(user, sql`${agentId}::uuid`, 199);
  const last = newId();
  expect((await put(user, agentId, { outcome: 'met', note: 'Lunch' }, last)).status).toBe(200);
  expect(await refused(await put(user, agentId, { outcome: 'met', note: 'Dinner' }))).toEqual(tooMany);
  expect((await put(user, agentId, { outcome: 'met', note: 'Breakfast' }, last)).status).toBe(200);
  const { agentId: other } = await agentNamed(user, 'Bob Rarely');
  expect((await put(user, other, { outcome: 'met' })).status).toBe(200);
  expect((await put(user, agentId, { outcome: 'do-not-call', note: 'Asked' })).status).toBe(200);
});

test('an account has at most 50,000 outcomes', async () => {
  const user = await leads.subscriber(['98231']);
  const { agentId } = await agentNamed(user, 'Bob Rarely');
  await store(user, sql`gen_random_uuid()`, 50_000);
  expect(await refused(await put(user, agentId, { outcome: 'called' }))).toEqual(tooMany);
  await leads.pg.execute(
    sql`delete from outcomes where id = (select id from outcomes where account_id = ${user.id} limit 1)`,
  );
  expect((await put(user, agentId, { outcome: 'called' })).status).toBe(200);
});

test('a list looks each agent up among those not to call, whatever their number', async () => {
  const plan = await leads.pg.query<Record<'QUERY PLAN', string>>(
    sql`explain select from closings c where c.zip = any(${['98231']}::text[])
     and ${mayBeCalledBy(newId(), ['98231'])}`,
  );
  expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain('hashed SubPlan');
});
