import { consumer, idempotent } from '@closingwire/chassis/consume';
import { databaseGauges } from '@closingwire/chassis/database-gauges';
import { httpPart } from '@closingwire/chassis/http';
import { jobRunner } from '@closingwire/chassis/jobs';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { leadReceived } from '@closingwire/contracts/leads';
import { type IngestConfig, migrations } from './config.ts';
import { planDigests } from './digest/plan.ts';
import { leadsGauges } from './gauges.ts';
import { identifyEarlier } from './identity/identify-earlier.ts';
import { mergeAgents } from './identity/merge-agents.ts';
import {
  applyTrustJob,
  identifyEarlierJob,
  mergeAgentsJob,
  planDigestsJob,
  requestRefreshesJob,
  tidyBatchesJob,
  undoDeliveryJob,
} from './jobs.ts';
import { requestRefreshes } from './lists/refreshes.ts';
import { INGEST } from './lists/stored-through.ts';
import { applyTrust } from './loading/apply-trust.ts';
import { tidyBatches } from './loading/close-batches.ts';
import { keyEarlierSales } from './loading/key-earlier-sales.ts';
import { leadLoader } from './loading/load.ts';
import { ownListSettings } from './own-lists/list-key.ts';
import { undoDelivery } from './undo/undo-delivery.ts';

/** About four packs. A row of a large load costs the database half as much as one of a small load. */
const READ_BYTES = 3 * 1024 * 1024;

/** The process that stores leads. The topic's partitions limit how many can run. */
export function createLeadsIngest(config: IngestConfig, { clock = systemClock }: { clock?: Clock } = {}) {
  const name = INGEST;
  const { log, bus, server } = processBasics(name, config);
  const url = databaseUrl(config);
  const pg = openPg({
    url,
    name,
    migrations,
    statementTimeoutMs: 60_000,
    copies: true,
    settings: ownListSettings(config.SERVICE_SECRET),
    log,
  });
  const load = leadLoader(pg, clock);
  const handlers = [
    requestRefreshesJob.handledBy(() => requestRefreshes(pg, clock), {
      cron: `${config.REFRESH_AT} * * * ?fill=1d`,
    }),
    planDigestsJob.handledBy(() => planDigests({ pg, clock, log })),
    tidyBatchesJob.handledBy(() => tidyBatches(pg, clock)),
    identifyEarlierJob.handledBy(async () => {
      await identifyEarlier(pg);
      await keyEarlierSales(pg);
    }),
    mergeAgentsJob.handledBy(merge => mergeAgents(pg, clock, merge)),
    applyTrustJob.handledBy(({ sourceId }) => applyTrust(pg, sourceId)),
    undoDeliveryJob.handledBy(({ batchId }) => undoDelivery(pg, clock, batchId)),
  ];
  const jobs = jobRunner({ pg, log, handlers });
  const leads = consumer({
    group: name,
    handlers: [
      // A replayed message keeps its original time.
      idempotent(leadReceived, messages =>
        load(messages.map(({ data, time }) => ({ ...data, receivedAt: time }))),
      ),
    ],
    bytesAtOnce: READ_BYTES,
    bus,
    log,
  });
  const http = httpPart({
    ...server,
    parts: [pg.part],
  });
  const gauges = databaseGauges({ pg, log, gauges: leadsGauges });
  return { parts: [pg.part, bus.part, outboxRelay({ pg, bus, log }), jobs, leads, gauges, http], pg, http };
}
