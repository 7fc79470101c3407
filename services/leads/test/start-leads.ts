import { sql } from '@closingwire/chassis/pg';
import { startParts, testSettings } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { type BatchState, batchReply, batchState } from '@closingwire/contracts/ingestion';
import { feedsConfig, ingestConfig, type LeadsConfig, leadsConfig } from '../src/config.ts';
import { createLeadsIngest } from '../src/ingest-service.ts';
import { createLeads } from '../src/service.ts';
import { fakeAuth, fakeNotifications } from './fake-services.ts';
import { subscriptionOf } from './states.ts';

/** The timeout of steps that take seconds on a busy machine. */
export const patience = { timeoutMs: 60_000 };

export const INGESTION_KEY = 'ingestion-key-of-the-tests';

/** Configures both processes with a database, topics and an issuer of their own. */
export async function leadsConfigs() {
  const { identity, settings: quiet } = await testSettings('leads');
  const settings = { ...quiet, LOG_LEVEL: 'error' };
  const nowhere = { AUTH_URL: 'http://127.0.0.1:1', NOTIFICATIONS_URL: 'http://127.0.0.1:1' };
  const limits = { OPT_OUT_MAILS_PER_HOUR: '200', OPT_OUT_MAILS_PER_NETWORK: '200' };
  const feedSettings = { ...settings, ALLOW_PRIVATE_FEEDS: 'true' };
  const api = leadsConfig.parse({ ...feedSettings, ...nowhere, ...limits, INGESTION_KEY });
  return { identity, api, ingest: ingestConfig.parse(settings), feeds: feedsConfig.parse(feedSettings) };
}

/** The ingestion API for a source. */
export function sourceOf(url: string, key = INGESTION_KEY) {
  const headers = { authorization: `Bearer ${key}` };
  const post = (
    type: string,
    body: string | Uint8Array | ReadableStream,
    query: Record<string, string> = {},
  ) =>
    fetch(`${url}/api/v1/leads?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  const batch = async (id: string) => {
    const reply = await fetch(`${url}/api/v1/leads/batches/${id}`, { headers });
    return batchState.parse(await reply.json());
  };
  return {
    post,
    batch,
    /** Delivers rows as NDJSON and waits until they are in the store. */
    async deliver(rows: readonly object[]): Promise<BatchState> {
      const reply = await post('application/x-ndjson', rows.map(row => JSON.stringify(row)).join('\n'));
      const { batchId } = batchReply.parse(await reply.json());
      return until(async () => {
        const state = await batch(batchId);
        return state.state === 'done' ? state : undefined;
      }, patience);
    },
  };
}

/** Starts both processes of leads in this one. */
export async function startLeads({
  clock = () => new Date(),
  ...settings
}: { clock?: () => Date } & Partial<LeadsConfig> = {}) {
  const { identity, api, ingest, feeds } = await leadsConfigs();
  const keys = fakeAuth(api.SERVICE_SECRET);
  const notifications = fakeNotifications(api.SERVICE_SECRET);
  await keys.start();
  await notifications.start();
  const urls = { AUTH_URL: keys.url, NOTIFICATIONS_URL: notifications.url };
  const leads = createLeads({ ...api, ...urls, ...settings }, { clock });
  const worker = createLeadsIngest(ingest, { clock });
  const stopApi = await startParts(leads.parts);
  const stopWorker = await startParts(worker.parts);
  const { url } = leads.http;

  return {
    url,
    pg: leads.pg,
    exports: leads.exports,
    /** Settings of a process that pulls feeds into the same database. */
    feedsConfig: feeds,
    bus: leads.bus,
    identity,
    source: sourceOf(url),
    keys,
    notifications,
    /** Publishes subscriptions and waits until leads has stored them. */
    async subscribe(accountId: string, zipCodes: readonly string[]) {
      const subscriptions = zipCodes.map(zipCode => subscriptionOf(accountId, zipCode));
      await leads.bus.send(
        subscriptionCreated,
        subscriptions.map(data => ({ data })),
      );
      await until(async () => {
        const { count } = await leads.pg.one<{ count: number }>(
          sql`select count(*) from subscriptions where id = any(${subscriptions.map(({ id }) => id)})`,
        );
        return count === zipCodes.length;
      });
      return subscriptions;
    },
    async stop() {
      await stopWorker();
      await stopApi();
      await keys.stop();
      await notifications.stop();
      await identity.close();
    },
  };
}
