import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leadSourceConfig } from '../src/config.ts';
import { createLeadSource } from '../src/service.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;

/** A stand-in for the product's ingestion API. */
type Product = {
  server: Server;
  url: string;
  statuses: number[];
  received: { key: string; rows: string[] }[];
};
let product: Product;
let folder: string;
let running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lead-source-'));
  product = await startProduct();
});
afterEach(async () => {
  for (const source of running) await source.stop();
  running = [];
  product.server.closeAllConnections();
  product.server.close();
  await rm(folder, { recursive: true });
});

async function startProduct(): Promise<Product> {
  const statuses: number[] = [];
  const received: Product['received'] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.statusCode = statuses.shift() ?? 202;
    if (response.statusCode === 202) {
      received.push({ key: request.headers.authorization ?? '', rows: body.trim().split('\n') });
    }
    response.end(JSON.stringify({ batchId: newId(), accepted: 1, rejected: 0, rejects: [] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/api/v1/leads`, statuses, received };
}

async function startSource(url = product.url): Promise<string> {
  const source = createLeadSource(
    leadSourceConfig.parse({
      PORT: 0,
      LOG_LEVEL: 'silent',
      INGESTION_URL: url,
      INGESTION_KEY: 'cwi_test',
      WEBHOOK_SECRET: secret,
      DATA_DIR: folder,
    }),
  );
  for (const part of source.parts) await part.start();
  running.push({
    stop: async () => {
      for (const part of source.parts.toReversed()) await part.stop();
    },
  });
  return source.url;
}

function send(url: string, { id = newId(), zip = '90210', key = secret } = {}): Promise<Response> {
  const body = JSON.stringify({ zip, email: 'ada@example.com', name: 'Ada Example', userid: newId() });
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, now, body),
  };
  return fetch(`${url}/webhooks/zip-assigned`, { method: 'POST', headers, body });
}

const deliveries = (count: number) =>
  until(() => (product.received.length >= count ? product.received : undefined));

describe('the lead source', () => {
  it('delivers closings of the ZIP of a webhook', async () => {
    const source = await startSource();
    expect((await send(source)).status).toBe(202);
    const [delivery] = await deliveries(1);
    expect(delivery?.key).toBe('Bearer cwi_test');
    const zips = delivery?.rows.map(row => JSON.parse(row).property.zip);
    expect(new Set(zips)).toEqual(new Set(['90210']));
    expect(zips?.length).toBeGreaterThan(40);
  });

  it('refuses a webhook with a wrong signature', async () => {
    const source = await startSource();
    const otherSecret = `whsec_${Buffer.from('another secret of the same length').toString('base64')}`;
    expect((await send(source, { key: otherSecret })).status).toBe(401);
    expect(await readdir(folder)).toEqual([]);
  });

  it('delivers once when a webhook comes twice', async () => {
    const source = await startSource();
    const id = newId();
    expect((await send(source, { id })).status).toBe(202);
    expect((await send(source, { id })).status).toBe(202);
    await send(source, { zip: '10001' });
    const rows = (await deliveries(2)).map(delivery => JSON.parse(delivery.rows[0] ?? '').property.zip);
    expect(rows.toSorted()).toEqual(['10001', '90210']);
  });

  it('retries while the product is down', async () => {
    product.statuses.push(502, 503, 429);
    const source = await startSource();
    await send(source);
    expect(await deliveries(1)).toHaveLength(1);
  });

  it('resumes accepted deliveries after a restart', async () => {
    const source = await startSource('http://127.0.0.1:9/api/v1/leads');
    expect((await send(source)).status).toBe(202);
    await running.pop()?.stop();
    expect(await readdir(folder)).toHaveLength(1);

    await startSource();
    expect(await deliveries(1)).toHaveLength(1);
    await until(async () => (await readdir(folder)).length === 0);
  });

  it('drops a delivery that the product refuses', async () => {
    product.statuses.push(400);
    const source = await startSource();
    await send(source);
    await until(async () => product.statuses.length === 0 && (await readdir(folder)).length === 0);
    expect(product.received).toEqual([]);
  });
});
