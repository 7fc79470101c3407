import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from '@closingwire/chassis/pg';
import { startTestBus } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { dieWithParent } from '@closingwire/local/supervisor/program';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CatalogConfig } from '../src/config.ts';
import { clientsOf, prepareCatalog } from './start-catalog.ts';
import { aKnownUser } from './users.ts';
import { startReceiver } from './webhook-receiver.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const children = new Set<ChildProcess>();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let prepared: Awaited<ReturnType<typeof prepareCatalog>>;
let bus: Awaited<ReturnType<typeof startTestBus>>;

beforeAll(async () => {
  receiver = await startReceiver();
  prepared = await prepareCatalog({ INITIAL_SCRAPE_WEBHOOK_URL: receiver.url, WEBHOOK_TIMEOUT_MS: 20_000 });
  bus = await startTestBus(prepared.topics);
});
afterAll(async () => {
  for (const child of children) await kill(child);
  await Promise.all([prepared.db.end(), bus.stop(), prepared.identity.close()]);
  receiver.stop();
});

async function spawnCatalog(config: CatalogConfig) {
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = Object.entries({ ...config, PORT: port, MANAGEMENT_PORT: managementPort }).map(
    ([name, value]) => [name, String(value ?? '')],
  );
  const [file, ...args] = dieWithParent([process.execPath, main], 'SIGKILL');
  const child = spawn(file, args, {
    env: { ...process.env, ...Object.fromEntries(env) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  const url = `http://127.0.0.1:${port}`;
  const readiness = `http://127.0.0.1:${managementPort}/readyz`;
  await until(async () => (await fetch(readiness)).ok, { timeoutMs: 40_000 });
  return { child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('the next process repeats a delivery that a killed one posted', async () => {
  receiver.reply('30301', 'silence');
  const first = await spawnCatalog(prepared.config);
  const user = await aKnownUser({ bus: bus.bus, db: prepared.db });
  await clientsOf(first.url, prepared.identity).admin.assignZip({ userId: user.id, zipCodeId: '30301' });
  await until(() => receiver.sent[0]);
  await kill(first.child);

  await spawnCatalog(prepared.config);
  await until(() => receiver.sent[1], { timeoutMs: 40_000 });
  const [before, after] = receiver.sent;
  expect(after).toEqual(before);
  await until(async () => {
    const { rows } = await prepared.db.query(sql`select state, attempts from webhook_deliveries`);
    return rows.length === 1 && rows[0].state === 'delivered' && rows[0].attempts === 1;
  });
  expect(receiver.sent).toHaveLength(2);
}, 120_000);
