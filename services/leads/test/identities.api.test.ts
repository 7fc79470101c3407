import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { agentIdentity } from '@closingwire/contracts/agent-identities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let token: string;
beforeAll(async () => {
  leads = await startLeads();
  token = await leads.identity.tokenFor({ isAdmin: true });
});
afterAll(() => leads.stop());

async function asAdmin(method: string, path: string, body?: object) {
  const reply = await fetch(`${leads.url}/api/admin/agents${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}
async function found(contact: string) {
  const { body } = await asAdmin('GET', `?${new URLSearchParams({ contact })}`);
  return z.object({ identities: z.array(agentIdentity) }).parse(body).identities;
}
const foundOne = (contact: string) =>
  until(async () => {
    const identities = await found(contact);
    return identities.length === 1 ? identities : undefined;
  }, patience);
const ann = (zip: string, changes: object) =>
  madeUpLead(
    Number(zip),
    { zip },
    { fullName: 'Ann Lee', licenseNumber: null, email: null, mobile: null, ...changes },
  );

test('an admin finds an agent, takes a row away and brings it back', async () => {
  const mobile = '(206) 555-0142';
  await leads.source.deliver([
    ann('98101', { mobile, email: 'ann@example.com' }),
    ann('98102', { mobile, licenseNumber: 'WA-20117' }),
  ]);
  // Two loads at once give two identities at first, which a job merges.
  const [agent] = await foundOne('+1 206 555 0142');
  expect(agent?.rows).toMatchObject([
    { zip: '98101', fullName: 'Ann Lee', email: 'ann@example.com', closings: 1 },
    { zip: '98102', licenseNumber: 'WA-20117', closings: 1 },
  ]);
  const taken = agent?.rows.slice(1).map(({ zip, agentId }) => ({ zip, agentId }));
  const split = await asAdmin('POST', `/${agent?.id}/split`, { rows: taken });
  expect(split.status).toBe(200);
  expect(await found(mobile)).toHaveLength(2);
  const from = (split.body as { identityId: string }).identityId;
  expect((await asAdmin('POST', `/${agent?.id}/merge`, { from })).status).toBe(202);
  const merged = await until(
    async () => ((await found(mobile)).length === 1 ? found(mobile) : undefined),
    patience,
  );
  expect(merged).toMatchObject([{ id: agent?.id, rows: [{ zip: '98101' }, { zip: '98102' }] }]);
  expect(merged[0]?.mergedAt).not.toHaveLength(0);
});

test('an agent without other rows is not split', async () => {
  await leads.source.deliver([ann('98103', { email: 'sole@example.com' })]);
  const [agent] = await found('SOLE@example.com');
  const rows = agent?.rows.map(({ zip, agentId }) => ({ zip, agentId }));
  expect(await asAdmin('POST', `/${agent?.id}/split`, { rows })).toMatchObject({
    status: 400,
    body: { code: 'nothing_left' },
  });
  const nobody = await leads.pg.one<{ id: string }>(sql`select gen_random_uuid() as id`);
  expect((await asAdmin('POST', `/${nobody.id}/merge`, { from: agent?.id })).status).toBe(404);
  expect(await found('nobody@example.com')).toEqual([]);
});

test('an agent is found by a part of the name', async () => {
  const named = { fullName: "Renée O'Shea 2nd", licenseNumber: 'WA-20991' };
  await leads.source.deliver([ann('98103', named), ann('98104', named)]);
  const rows = [{ zip: '98103' }, { zip: '98104' }];
  for (const part of ["e o's", 'renée', 'RENEE', "O'SHÉA 2"])
    expect(await foundOne(part)).toMatchObject([{ rows }]);
  for (const part of ['Shea%', 'She_', 'Shea WA']) expect(await found(part)).toEqual([]);
});
