import { CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileSourceOf } from './file-source.ts';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';

/* Changes that the routes of sources and deliveries report to the audit log. */

let leads: Awaited<ReturnType<typeof startLeads>>;
let token: string;
beforeAll(async () => {
  leads = await startLeads();
  token = await leads.identity.tokenFor({ isAdmin: true });
});
afterAll(() => leads.stop());

async function changesOf(method: string, path: string, body: unknown) {
  const reply = await fetch(`${leads.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const changes = decodeChanges(reply.headers.get(CHANGES_HEADER) ?? '');
  return { status: reply.status, body: await reply.json(), changes };
}

const draft = {
  kind: 'file',
  name: 'Example MLS',
  license: 'Contract 7',
  permittedUses: ['lists', 'exports'],
  states: ['WA'],
  expiresAt: null,
  contact: 'data@example.com',
  mustBeNamed: false,
  trust: 50,
};

test('a new and a changed source are named', async () => {
  const made = await changesOf('POST', '/api/admin/sources', draft);
  expect(made.changes).toEqual([
    { field: 'source', to: 'Example MLS' },
    { field: 'license', to: 'Contract 7' },
    { field: 'permittedUses', to: 'lists, exports' },
    { field: 'states', to: 'WA' },
    { field: 'mustBeNamed', to: 'no' },
    { field: 'trust', to: '50' },
  ]);
  const { kind: _, ...same } = draft;
  const path = `/api/admin/sources/${(made.body as { id: number }).id}`;
  const expiresAt = '2026-11-26T05:00:00.000Z';
  const changed = {
    expiresAt,
    name: 'Metro MLS',
    states: ['WA', 'OR'],
    trust: 60,
    contact: 'new@example.com',
  };
  expect((await changesOf('PUT', path, { ...same, ...changed })).changes).toEqual([
    { field: 'source', from: 'Example MLS', to: 'Metro MLS' },
    { field: 'states', from: 'WA', to: 'WA, OR' },
    { field: 'expiresAt', to: 'Nov 25, 2026' },
    { field: 'trust', from: '50', to: '60' },
    { field: 'contact' },
  ]);
});

test('a check and a delivery name their file and source', async () => {
  const rows = [madeUpLead(1), madeUpLead(2, { zip: 'none' })];
  const named = [
    { field: 'fileName', to: 'sales.json' },
    { field: 'source', to: expect.any(String) },
    { field: 'accepted', to: '1' },
    { field: 'rejected', to: '1' },
  ];
  const path = `/api/admin/leads?fileName=sales.json&source=${await fileSourceOf(leads.pg)}`;
  const check = await changesOf('POST', `${path}&dryRun=true`, rows);
  expect(check.changes).toEqual([{ field: 'isCheck', to: 'yes' }, ...named]);
  expect((await changesOf('POST', path, rows)).changes).toEqual(named);
  const rejects = await fetch(`${leads.url}${path}&dryRun=rejects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  const changes = decodeChanges(rejects.headers.get(CHANGES_HEADER) ?? '');
  expect(changes).toEqual([{ field: 'isCheck', to: 'yes' }, ...named.slice(0, 2)]);
});

test('a refused file is named too', async () => {
  const { status, changes } = await changesOf(
    'POST',
    `/api/admin/leads?fileName=odd.json&source=${await fileSourceOf(leads.pg)}`,
    'text',
  );
  expect(status).toBe(400);
  expect(changes).toMatchObject([{ field: 'fileName', to: 'odd.json' }, { field: 'source' }]);
});
