import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SAFE_IDLE_MS } from '@closingwire/chassis/drain';
import { refuseLongIdle } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StartedGateway, startGateway } from './start-gateway.ts';

let port: number;
let gateway: StartedGateway;
let service: Server | undefined;
let bodies: string[];

/** Starts the service, each time at the same port. */
async function start(): Promise<void> {
  service = createServer(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    bodies.push(body);
    res.setHeader('connection', 'close').end('{}');
  });
  await new Promise<void>(resolve => service?.listen(port, '127.0.0.1', resolve));
}

const stop = () => new Promise<void>(resolve => (service ? service.close(() => resolve()) : resolve()));
const send = (body: string) =>
  fetch(`${gateway.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

beforeAll(async () => {
  port = await freePort();
  gateway = await startGateway({ CONTENT_URL: `http://127.0.0.1:${port}`, RESTART_MS: '2000' });
});
beforeEach(() => {
  bodies = [];
});
afterAll(async () => {
  await stop();
  await gateway.stop();
});

test('requests during a restart wait and arrive once', async () => {
  row('beyond/sigterm');
  await start();
  expect((await send('"before"')).status).toBe(200);
  await stop();
  const waiting = [send('"one"'), send('"two"'), fetch(`${gateway.url}/api/help/articles`)];
  await pause(500);
  await start();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(bodies.toSorted()).toEqual(['', '"before"', '"one"', '"two"']);
});

test('requests do not wait for a service that stays away', async () => {
  await stop();
  expect((await send('"late"')).status).toBe(503);
  const begunAt = performance.now();
  expect((await send('"later"')).status).toBe(503);
  expect(performance.now() - begunAt).toBeLessThan(1_000);
  await start();
  expect((await send('"back"')).status).toBe(200);
  expect(bodies).toEqual(['"back"']);
});

test('a write does not use a connection that a stopping service may close', async () => {
  row('beyond/sigterm');
  await stop();
  service = createServer(refuseLongIdle('{}'));
  await new Promise<void>(resolve => service?.listen(port, '127.0.0.1', resolve));
  const sendMany = () => Promise.all(['"one"', '"two"', '"three"'].map(send));
  for (const pauseMs of [0, SAFE_IDLE_MS / 2, SAFE_IDLE_MS + 100, 2 * SAFE_IDLE_MS]) {
    await pause(pauseMs);
    expect((await sendMany()).map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  service.closeAllConnections();
});
