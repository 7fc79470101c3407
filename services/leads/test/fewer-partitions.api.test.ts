import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { batchReply } from '@closingwire/contracts/ingestion';
import { leadReceived } from '@closingwire/contracts/leads';
import { expect, test } from 'vitest';
import { createLeadsIngest } from '../src/ingest-service.ts';
import { createLeads } from '../src/service.ts';
import { madeUpLeads } from './made-up-leads.ts';
import { leadsConfigs, patience, sourceOf } from './start-leads.ts';

const ZIPS = 40;

test('the first delivery into six partitions of eight loses no row', async () => {
  const { identity, api, ingest } = await leadsConfigs();
  const bus = openBus({
    brokers: api.KAFKA_BROKERS,
    topicPrefix: api.KAFKA_TOPIC_PREFIX,
    clientId: 'test',
    log: createLog('test', 'silent'),
  });
  const { topic, partitions, retentionHours } = leadReceived;
  expect(partitions).toBe(8);
  await bus.ensureTopics([{ topic, partitions: 6, retentionHours }]);
  const leads = createLeads(api);
  const stopLeads = await startParts(leads.parts);
  const source = sourceOf(leads.http.url);
  const rows = madeUpLeads(2 * ZIPS, n => ({ zip: String(98_000 + (n % ZIPS)), soldDate: '2026-03-17' }));
  const reply = await source.post('application/json', JSON.stringify(rows));
  const { batchId, accepted } = batchReply.parse(await reply.json());
  expect(accepted).toBe(rows.length);

  const stopIngest = await startParts(createLeadsIngest(ingest).parts);
  const done = await until(async () => {
    const state = await source.batch(batchId);
    return state.state === 'done' ? state : undefined;
  }, patience);
  expect(done.loaded).toBe(accepted);
  await stopIngest();
  await stopLeads();
  await identity.close();
}, 120_000);
