import { AppError } from '@closingwire/chassis/app-error';
import { type Bus, openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { registry } from '@closingwire/chassis/telemetry';
import { testBusOptions, until } from '@closingwire/chassis/testing';
import { expect, test } from 'vitest';
import { type AuditedRequest, auditTrail } from '../src/audit/trail.ts';
import { collectAuditEntries } from './collect-audit-entries.ts';

const log = createLog('gateway test', 'silent');

const entryOf = (number: number): AuditedRequest => ({
  id: newId(),
  at: new Date().toISOString(),
  action: 'opt-out-requested',
  actorId: null,
  caller: 'nobody',
  keyHash: null,
  route: 'leads.optOut',
  named: {},
  changes: [],
  status: 200,
  ip: '203.0.113.7',
  userAgent: `browser ${number}`,
  requestId: newId(),
});

async function dropped(): Promise<number> {
  const text = await registry.getSingleMetricAsString('audit_entries_total');
  return Number(/outcome="dropped"} (\d+)/.exec(text)?.[1] ?? 0);
}

test('entries from an outage are published after it, once and in order', async () => {
  const options = testBusOptions();
  const bus = openBus({ ...options, clientId: 'gateway', log });
  await bus.part.start();
  const received = await collectAuditEntries(options);
  let isAway = true;
  let tries = 0;
  const send: Bus['send'] = async (event, messages) => {
    tries += 1;
    if (isAway) throw new AppError('unavailable', 'bus_unavailable', 'Expected the bus, got nothing');
    await bus.send(event, messages);
  };
  const trail = auditTrail({ bus: { ...bus, send }, log });
  for (let number = 0; number < 1_200; number++) trail.add(entryOf(number));
  await until(() => tries >= 2);
  isAway = false;
  await until(() => received.entries.length >= 1_200);
  await trail.part.stop();
  const browsers = received.entries.map(({ userAgent }) => userAgent);
  expect(browsers).toEqual(Array.from({ length: 1_200 }, (_none, number) => `browser ${number}`));
  await received.stop();
  await bus.part.stop();
});

test('entries above the limit are dropped and counted', async () => {
  const bus = openBus({ brokers: ['127.0.0.1:9'], topicPrefix: 'x', clientId: 'away', log });
  const trail = auditTrail({ bus, log });
  const before = await dropped();
  for (let number = 0; number < 10_050; number++) trail.add(entryOf(number));
  expect((await dropped()) - before).toBe(50);
  const begin = performance.now();
  await trail.part.stop();
  expect(performance.now() - begin).toBeLessThan(6_000);
  expect((await dropped()) - before).toBe(10_050);
  await bus.part.stop();
});
