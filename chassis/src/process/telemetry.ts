import type { ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of `/metrics`. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const httpSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests by route',
  labelNames: ['route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});

export const messagesHandled = new Counter({
  name: 'consumer_messages_total',
  help: 'Messages by consumer group, topic and outcome (handled, repeated, retried, parked)',
  labelNames: ['group', 'topic', 'outcome'] as const,
  registers: [registry],
});

export const consumerLag = new Gauge({
  name: 'consumer_lag_messages',
  help: 'Messages between the last fetched batch and the end of the partition',
  labelNames: ['group', 'topic', 'partition'] as const,
  registers: [registry],
});

export const outboxPending = new Gauge({
  name: 'outbox_pending_events',
  help: 'Events committed but not yet on the bus, as the relay last saw it',
  labelNames: ['database'] as const,
  registers: [registry],
});

export const outboxOldest = new Gauge({
  name: 'outbox_oldest_event_seconds',
  help: 'How long the oldest event has waited for the bus, as the relay last saw it',
  labelNames: ['database'] as const,
  registers: [registry],
});

export const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Runs of jobs by task and outcome (done, failed)',
  labelNames: ['task', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 300],
  registers: [registry],
});

type Pool = { totalCount: number; idleCount: number; waitingCount: number };
const pools = new Map<string, Pool>();

new Gauge({
  name: 'pg_pool_connections',
  help: 'Connections of a pool by state (used, idle), and callers that wait for one (waiting)',
  labelNames: ['pool', 'state'] as const,
  registers: [registry],
  collect() {
    for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
      this.set({ pool, state: 'used' }, totalCount - idleCount);
      this.set({ pool, state: 'idle' }, idleCount);
      this.set({ pool, state: 'waiting' }, waitingCount);
    }
  },
});

/** Adds a pool to `pg_pool_connections`. */
export const watchPool = (name: string, pool: Pool): void => void pools.set(name, pool);

const seconds = new Map<string, { observe(value: number): void }>();

/** Measures a request until its reply is out, labeled with its route. */
export function observeRequest(res: ServerResponse, request: { route?: string }): void {
  const startedAt = performance.now();
  res.once('close', () => {
    const key = `${request.route ?? 'none'} ${res.statusCode}`;
    let series = seconds.get(key);
    if (!series) {
      series = httpSeconds.labels(request.route ?? 'none', String(res.statusCode));
      seconds.set(key, series);
    }
    series.observe((performance.now() - startedAt) / 1_000);
  });
}
