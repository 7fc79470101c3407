import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { context, trace } from '@opentelemetry/api';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that `/metrics` of this process shows. */
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

const seconds = new Map<string, { observe(value: number): void }>();

/** Measures a request from now until its reply is out, under the route it names by then. */
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

const traces = new AsyncLocalStorage<string>();
const w3c = /^00-([0-9a-f]{32})-[0-9a-f]{16}-(0[01])$/;

/** Runs `work` as part of the trace that a traceparent header names, if it names one. */
export function withTrace<T>(header: string | string[] | undefined, work: () => T): T {
  return typeof header === 'string' && w3c.test(header) ? traces.run(header, work) : work();
}

/**
 * The W3C traceparent to pass on: of the active span when a tracing SDK is set up, else a new span id in the
 * trace of `withTrace`, else the start of a new trace.
 */
export function traceparent(): string {
  const span = trace.getSpan(context.active())?.spanContext();
  if (span) return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
  const [, traceId = randomBytes(16).toString('hex'), flags = '01'] = w3c.exec(traces.getStore() ?? '') ?? [];
  return `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`;
}
