import { consumer, idempotent } from '@closingwire/chassis/consume';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { EventData } from '@closingwire/contracts/event';
import { batchReply } from '@closingwire/contracts/ingestion';
import { deliveryBodies } from '@closingwire/contracts/lead-delivery';
import { leadListReady } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadeUpLead, madeUpLead, madeUpLeads } from './made-up-leads.ts';
import { INGESTION_KEY, patience, sourceOf, startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
const ready: EventData<typeof leadListReady>[] = [];
let stopListening: () => Promise<void>;

beforeAll(async () => {
  leads = await startLeads();
  const listener = consumer({
    group: 'listener',
    handlers: [
      idempotent(leadListReady, async messages => void ready.push(...messages.map(message => message.data))),
    ],
    bus: leads.bus,
    log: createLog('test', 'error'),
  });
  await listener.start();
  stopListening = listener.stop;
});
afterAll(async () => {
  await stopListening();
  await leads.stop();
});
beforeEach(async () => {
  await leads.pg.execute(sql`truncate agents, closings, lead_lists`);
});

/** The bodies of the documents as a source sends them. */
const deliveryExamples = Object.entries(deliveryBodies).map(([type, { example }]) => ({
  type,
  body: typeof example === 'string' ? example : JSON.stringify(example),
}));

const counts = () =>
  leads.pg.one(sql`select (select count(*) from agents) as agents, 
    (select count(*) from closings) as closings`);

/** Everything stored about leads, without times. */
const content = async () => [
  await leads.pg.query(
    sql`select to_jsonb(a) - 'updated_at' - 'received_at' as row from agents a order by zip, id`,
  ),
  await leads.pg.query(
    sql`select to_jsonb(c) - 'updated_at' - 'received_at' as row from closings c order by zip, id`,
  ),
];

const csvOf = (rows: readonly MadeUpLead[]) =>
  [
    'full_name,license_number,email,address1,city,state,zip,price,sold_date,mls_id',
    ...rows.map(({ fullName, licenseNumber, email, property: p }) =>
      [fullName, licenseNumber, email, p.address1, p.city, p.state, p.zip, p.price, p.soldDate, p.mlsId].join(
        ',',
      ),
    ),
  ].join('\r\n');

/** Leaves out who delivered the rows, and when. */
const withoutTime = (rows: object) =>
  JSON.stringify(rows).replaceAll(/"(?:batch_id|created_at|\w+_seen_at)":"[^"]+"/g, '');

describe('a delivery', () => {
  test('counts and stores every rejected row', async () => {
    row('beyond/ingestion-forms');
    const rows = [
      ...madeUpLeads(3),
      ...Array.from({ length: 150 }, (_, n) => madeUpLead(n, { zip: 'none' })),
    ];
    const reply = await leads.source.deliver(rows);
    expect(reply).toMatchObject({ accepted: 3, rejected: 150, loaded: 3 });
    expect(reply.rejects).toHaveLength(100);
    expect(reply.rejects[0]).toEqual({
      line: 4,
      field: 'property.zip',
      message: 'Expected a ZIP code of five digits; got "none"',
    });
    const kept = await leads.pg.one(sql`select count(*) from rejects where batch_id = ${reply.batchId}`);
    expect(kept).toEqual({ count: 150 });
  });

  test('stores the same from JSON and CSV', async () => {
    row('product/agent-data');
    const rows = madeUpLeads(20).map(({ property, ...row }) => ({
      ...row,
      mobile: null,
      brokerageName: null,
      agentRole: '',
      property: { ...property, beds: null, baths: null, sqft: null, lotSize: null, type: null },
    }));
    await leads.source.deliver(rows);
    const fromNdjson = await content();
    await leads.pg.execute(sql`truncate agents, closings`);
    const reply = await leads.source.post('text/csv', csvOf(madeUpLeads(20)));
    const { batchId } = (await reply.json()) as { batchId: string };
    await until(async () => (await leads.source.batch(batchId)).state === 'done');
    expect(withoutTime(await content())).toBe(withoutTime(fromNdjson));
  });

  test('changes nothing when sent again', async () => {
    row('beyond/second-delivery');
    const rows = madeUpLeads(500, n => ({ zip: String(98_000 + (n % 7)) }));
    await leads.source.deliver(rows);
    const before = await content();
    expect(await counts()).toEqual({ agents: 500, closings: 500 });
    await leads.source.deliver(rows);
    expect(await content()).toEqual(before);
  });

  test('updates known rows', async () => {
    await leads.source.deliver([madeUpLead(1)]);
    await leads.source.deliver([
      madeUpLead(1, { price: 5_000, soldDate: '2026-03-17' }, { mobile: null, phone: '206 555 0101' }),
    ]);
    expect(await leads.pg.query(sql`select price from closings`)).toEqual([{ price: 5_000 }]);
    const contact = await leads.pg.query(sql`select mobile, phone from agents`);
    expect(contact).toEqual([{ mobile: '(206) 555-0142', phone: '(206) 555-0101' }]);
  });

  test('keeps two sales of one parcel', async () => {
    await leads.source.deliver([madeUpLead(1), madeUpLead(1, { soldDate: '2025-03-17' })]);
    expect(await counts()).toEqual({ agents: 1, closings: 2 });
  });

  test('publishes once per ZIP that its list is ready', async () => {
    const rows = madeUpLeads(2_500, n => ({ zip: String(97_000 + (n % 40)) }));
    const first = await leads.source.deliver(rows);
    const second = await leads.source.deliver(rows.slice(0, 40));
    const published = (batchId: string) => ready.filter(list => list.batchId === batchId);
    await until(() => published(first.batchId).length >= 40 && published(second.batchId).length >= 40);
    expect(new Set(published(first.batchId).map(list => list.zipCode)).size).toBe(40);
    expect(published(first.batchId)).toHaveLength(40);
    expect(published(first.batchId).every(list => list.version === 1)).toBe(true);
    expect(published(second.batchId).every(list => list.version === 2)).toBe(true);
  });
});

test('a delivery replaces no character', async () => {
  row('beyond/hostile-input');
  const line = (fullName: string) => JSON.stringify(madeUpLead(1, {}, { fullName }));
  const [before = '', behind = ''] = line('Ann *').split('*');
  const raw = Buffer.concat([Buffer.from(before), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(behind)]);
  const body = Buffer.concat([Buffer.from(`${line('Zoë\0')}\n${line('Zoë \ud800')}\n`), raw]);
  const replies = [
    await leads.source.post('application/x-ndjson', body),
    await leads.source.post('application/json', `[${line('Zoë\0')},${line('Zoë \ud800')}]`),
    await leads.source.post('text/csv', csvOf([madeUpLead(1, {}, { fullName: 'Zoë\0' })])),
    await leads.source.post('application/json', raw),
  ];
  const expected = 'Expected text of whole characters, without NUL; got';
  const rejects = ['"Zoë\\u0000"', '"Zoë \\ud800"'].map((got, at) => ({
    line: at + 1,
    field: 'fullName',
    message: `${expected} ${got}`,
  }));
  expect(await Promise.all(replies.map(reply => reply.json()))).toMatchObject([
    { accepted: 0, rejects: [...rejects, { line: 3, field: '', message: 'Expected UTF-8' }] },
    { accepted: 0, rejects },
    { accepted: 0, rejects: [{ ...rejects[0], line: 2, field: 'full_name' }] },
    { status: 400, code: 'invalid_body' },
  ]);
  expect(await counts()).toEqual({ agents: 0, closings: 0 });
});

describe('a long delivery', () => {
  test('is read as a stream', async () => {
    let n = 0;
    const endless = new ReadableStream({
      pull(controller) {
        const lines = Array.from({ length: 500 }, () => JSON.stringify(madeUpLead(n++)));
        controller.enqueue(new TextEncoder().encode(`${lines.join('\n')}\n`));
        if (n >= 6_000) controller.close();
      },
    });
    const reply = await leads.source.post('application/x-ndjson', endless);
    expect(await reply.json()).toMatchObject({ accepted: 6_000, rejected: 0 });
    await until(
      async () => (await leads.pg.one<{ count: number }>(sql`select count(*) from closings`)).count === 6_000,
      patience,
    );
  });
});

describe('the examples of the documents', () => {
  test.each(deliveryExamples)('are accepted as $type', async ({ type, body }) => {
    const reply = await leads.source.post(type, body);
    expect(reply.status).toBe(200);
    expect(batchReply.parse(await reply.json())).toMatchObject({ accepted: 1, rejects: [] });
  });
});

describe('an invalid delivery', () => {
  const statusOf = async (reply: Promise<Response>) => {
    const { status } = await reply;
    return { status, ...((await (await reply).json()) as { code: string; message: string }) };
  };

  test('needs a valid ingestion key', async () => {
    for (const key of ['some-other-key-of-nobody', '01a1fe08-0370-7c04-bbff-5ffcbea7fc49']) {
      const reply = statusOf(sourceOf(leads.url, key).post('text/csv', csvOf([])));
      expect(await reply).toMatchObject({ status: 401, message: 'Expected a valid ingestion key as bearer' });
    }
  });

  test('needs a known format', async () => {
    expect(await statusOf(leads.source.post('application/pdf', 'x'))).toMatchObject({
      status: 400,
      code: 'unknown_format',
    });
  });

  test('names the columns that a file lacks', async () => {
    const reply = statusOf(leads.source.post('text/csv', 'full_name,zip\nAnn,98030\n'));
    expect(await reply).toMatchObject({
      status: 400,
      missing: ['address1', 'sold_date'],
    });
  });

  test('reports rejects by the columns of its file', async () => {
    const body = 'Agent,address1,city,state,zip,Sold Date\nAnn,1 Elm St,Kent,WA,98030,soon\n';
    const map = new URLSearchParams({ map: 'Agent=full_name' });
    const reply = await fetch(`${leads.url}/api/v1/leads?${map}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${INGESTION_KEY}`, 'content-type': 'text/csv' },
      body,
    });
    expect(batchReply.parse(await reply.json()).rejects).toEqual([
      { line: 2, field: 'Sold Date', message: 'Expected a day such as 2026-03-09; got "soon"' },
    ]);
  });

  test('is too large as one JSON document', async () => {
    const body = JSON.stringify(madeUpLeads(30_000));
    expect(await statusOf(leads.source.post('application/json', body))).toMatchObject({ status: 413 });
  });

  test('is shown to its own key only', async () => {
    const { batchId } = await leads.source.deliver([madeUpLead(1)]);
    await expect(sourceOf(leads.url, 'some-other-key').batch(batchId)).rejects.toThrow();
  });
});

test('accepts the columns of the data folder', async () => {
  const header =
    'full_name,agent_role,license_number,brokerage_name,email,mobile,phone,website_url,facebook_url,linkedin_url,address1,city,state,zip,price,sold_date,beds,baths,sqft,type,mls_id,lot_size_acres';
  const line =
    'Zoë O’Hara,Buyer Agent,WA-1,"Evergreen, Inc.",zoe@example.com,(206) 555-0192,,,,,"2961 Cedar St, #2",Seattle,WA,98178,221900,2014-10-13,33,1,1180,condo,7129300520,0.13';
  const reply = await leads.source.post('text/csv', `${header}\n${line}\n`);
  expect(await reply.json()).toMatchObject({ accepted: 1, rejected: 0 });
});
