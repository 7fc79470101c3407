import { setTimeout as sleep } from 'node:timers/promises';
import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';
import { readEnvironments } from '@closingwire/local/product/start-product';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import { topology } from '@closingwire/topology';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { runAccounts } from './chaos/accounts/run-accounts.ts';
import { expectClean, expectNoLoss } from './chaos/expect-clean.ts';
import { freeze } from './chaos/faults/freeze.ts';
import { signalAndAwait, targetsOf } from './chaos/targets.ts';
import { requests } from './chaos/workloads/requests.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type KnownUser } from './platform/user.ts';
import { startWhole, type Whole } from './platform/whole.ts';

/*
 * Faults, on a product of its own whose lists are read from a standby of PostgreSQL. Other journeys run beside it, on
 * the shared product.
 */

type Reader = KnownUser & { zip: string };

const NAME = 'postgres-standby';

let own: Whole;
let reader: Reader;
let other: Reader;

async function aReader(): Promise<Reader> {
  const user = await aSubscriberToBe(own.addresses);
  return { ...user, zip: await aZipWithItsList(user) };
}

beforeAll(async () => {
  // On a busy machine a process needs up to 20 s to start: requests wait for it longer than by default.
  const env = { STANDBY_BEHIND_MS: '60000', RESTART_MS: '60000' };
  own = await startWhole({ standby: true, env: () => env });
  reader = await aReader();
  other = await aReader();
});
afterAll(() => own?.stop());

async function onStandby(sql: string): Promise<void> {
  const { leads } = await readEnvironments(own.addresses.dir);
  const client = new pg.Client({ connectionString: leads?.DATABASE_STANDBY_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function totalOf({ call }: Reader): Promise<number> {
  const { json } = await expectStatus(call('GET', '/api/user/agents?page=1&limit=25'), 200);
  return (json as { total: number }).total;
}

async function exportedBy({ call }: Reader): Promise<number> {
  const { text } = await expectStatus(
    call('POST', '/api/user/agents/export', {}, { accept: 'text/csv' }),
    200,
  );
  return text.trimEnd().split('\r\n').length - 1;
}

async function zipsWithLists({ call }: Reader): Promise<string[]> {
  const { json } = await expectStatus(call('GET', '/api/lead-lists'), 200);
  return (json as { zipCode: { zipCode: string } }[]).map(list => list.zipCode.zipCode);
}

async function readsFrom(database: 'standby' | 'primary' | 'both'): Promise<number> {
  const reply = await fetch(`${managementUrlOf(own.addresses.processes.leads ?? '')}/metrics`);
  const line = new RegExp(`^standby_reads_total\\{[^}]*from="${database}"[^}]*\\} (\\d+)`, 'm');
  return Number(line.exec(await reply.text())?.[1] ?? 0);
}

/** Resolves once the standby serves one of their reads. */
const untilOnStandby = (user: Reader) =>
  until(async () => {
    const before = await readsFrom('standby');
    await totalOf(user);
    return (await readsFrom('standby')) > before;
  });

let sales = 0;
const saleIn = (zip: string) => ({
  fullName: 'Ada Example',
  licenseNumber: `S-${++sales}`,
  property: {
    address1: `${sales} Standby St`,
    city: 'Kent',
    state: 'WA',
    zip,
    soldDate: dayBefore(2),
    mlsId: `STANDBY-${sales}`,
  },
});

const deliverTo = ({ zip }: Reader, count: number) =>
  deliverLeads(
    own.addresses,
    Array.from({ length: count }, () => saleIn(zip)),
  );

describe('reads from a standby', () => {
  test("show a user's own change at once, others as the standby has them", async () => {
    row('beyond/standby');
    for (const user of [reader, other]) await untilOnStandby(user);
    const [had, otherHad] = [await totalOf(reader), await totalOf(other)];
    await onStandby('select pg_wal_replay_pause()');
    try {
      await deliverTo(reader, 3);
      await deliverTo(other, 2);
      expect([await totalOf(reader), await exportedBy(reader)]).toEqual([had, had]);
      const [added = ''] = await subscribeToFreeZips(reader, 1);
      await until(async () => (await zipsWithLists(reader)).includes(added));
      const has = await totalOf(reader);
      expect(has).toBeGreaterThanOrEqual(had + 3);
      expect(await exportedBy(reader)).toBe(has);
      expect(await totalOf(other)).toBe(otherHad);
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
    await untilOnStandby(reader);
    await until(async () => (await totalOf(other)) === otherHad + 2);
  });

  test('continue on the primary while the standby is down', async () => {
    row('beyond/standby');
    await untilOnStandby(reader);
    const pidOf = () => runningProcesses(own.addresses.dir).get(NAME)?.pid;
    const killed = pidOf();
    const total = await totalOf(reader);
    const seen = new Set<number>();
    for (let read = 0; read < 200; read++) {
      if (read === 20 && killed) process.kill(killed, 'SIGKILL');
      seen.add(await totalOf(reader));
      seen.add(await exportedBy(reader));
      await sleep(5);
    }
    expect([...seen]).toEqual([total]);
    await until(() => pidOf() !== undefined && pidOf() !== killed);
    await untilOnStandby(reader);
  });

  test('are repeated on the primary when the standby hangs', async () => {
    row('beyond/standby');
    await untilOnStandby(reader);
    const [total, failed] = [await totalOf(reader), await readsFrom('both')];
    const goOn = freeze(own.addresses, NAME);
    try {
      expect(await Promise.all([totalOf(reader), exportedBy(reader)])).toEqual([total, total]);
      expect(await readsFrom('both')).toBe(failed + 2);
    } finally {
      goOn();
    }
    await untilOnStandby(reader);
    expect(await exportedBy(reader)).toBe(total);
  });
});

describe('while users act', () => {
  test('kill -9 of any process loses and doubles nothing', async () => {
    row('beyond/kill-9');
    const targets = targetsOf(own.addresses).filter(name => name !== NAME);
    await expectNoLoss('SIGKILL', { whole: own.addresses, targets, rounds: 5, withinMs: 20_000 });
  }, 420_000);

  test('SIGTERM of any process fails no request', async () => {
    row('beyond/sigterm');
    await expectNoLoss('SIGTERM', {
      whole: own.addresses,
      targets: topology.map(({ name }) => name),
      inject: target => signalAndAwait(own.addresses, target, 'SIGTERM'),
      besides: stage => [requests(stage)],
    });
  }, 420_000);

  test('kill -9 of auth leaves no partial account or session', async () => {
    row('beyond/kill-9-auth');
    const report = await runAccounts({ whole: own.addresses, rounds: 2, seed: 24 });
    expectClean(report);
    expect(report.counts?.some(({ cutOff }) => cutOff > 0)).toBe(true);
  });
});
