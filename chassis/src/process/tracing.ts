import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { z } from 'zod';
import { readConfig } from './config.ts';

/** Standard variables, https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingConfig = z.object({
  /** A collector for OTLP over HTTP. Without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The share of traces that are sent: 1 is all. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
});

/** Undefined if tracing is off. */
let tracer: Tracer | undefined;

/**
 * Starts tracing if a collector is set; the returned function flushes and stops it. `isPublic`: callers choose the trace ID
 * but not whether the trace is sampled, because its cost is ours.
 */
export async function startTracing(service: string, isPublic: boolean): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = readConfig(tracingConfig);
  if (!endpoint) return async () => {};
  const { openTracer } = await import('./tracer.ts');
  const opened = openTracer({ service, share, isPublic });
  ({ tracer } = opened);
  return async () => {
    tracer = undefined;
    await opened.stop();
  };
}

/** The `traceparent` of the current work while tracing is off: logs and events still carry its trace ID. */
const headers = new AsyncLocalStorage<string>();
const w3c = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(header: string | undefined): Context {
  const [, traceId, spanId, flags] = w3c.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const followed = <T>(header: string | undefined, work: () => T): T =>
  header !== undefined && w3c.test(header) ? headers.run(header, work) : work();

function fail(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function runIn<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs `work` as a span of the trace in a traceparent header, or of a new one. */
export function inTraceOf<T>(
  header: string | undefined,
  { name, attributes = {} }: { name: string; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return followed(header, work);
  const parent = contextOf(header);
  return runIn(tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent), parent, work);
}

/** Runs `work`, a call to another server, as a span of the current trace, if that is sampled. */
export function inCallSpan<T>(
  describe: () => { name: string; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  const { name, attributes = {} } = describe();
  const parent = context.active();
  return runIn(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work);
}

/** Runs `work` on several events as one span: it belongs to the first event's trace and links to the others. */
export function inTracesOf<T>(
  name: string,
  given: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const [parent = ROOT_CONTEXT, ...others] = [...new Set(given)].map(contextOf);
  const links = others
    .flatMap(other => trace.getSpanContext(other) ?? [])
    .map(linked => ({ context: linked }));
  return runIn(tracer.startSpan(name, { kind: SpanKind.CONSUMER, links }, parent), parent, work);
}

type Request = { id: string; route?: string };

/** Runs `work` as the span of a request; it ends with the reply and is named by the request's route. */
export function inRequestSpan<T>(
  { method = 'GET', headers: { traceparent } }: IncomingMessage,
  res: ServerResponse,
  request: Request,
  work: () => T,
): T {
  const header = typeof traceparent === 'string' ? traceparent : undefined;
  if (!tracer) return followed(header, work);
  const parent = contextOf(header);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
  res.once('close', () => {
    const { statusCode } = res;
    span.updateName(`${method} ${request.route ?? 'none'}`);
    span.setAttributes({
      'http.request.method': method,
      'http.route': request.route ?? 'none',
      'http.response.status_code': statusCode,
      'request.id': request.id,
    });
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  return context.with(trace.setSpan(parent, span), work);
}

/** The span of an event from its commit to the bus; send the event with the returned `headers`. */
export function inTransit(
  topic: string,
  sent: Record<string, string>,
): { headers: Record<string, string>; end(): void } {
  const parent = contextOf(sent.traceparent);
  const isSampled = (trace.getSpanContext(parent)?.traceFlags ?? 0) === 1;
  if (!tracer || !isSampled) return { headers: sent, end: () => {} };
  const startTime = new Date(sent.ce_time ?? Date.now());
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic };
  const span = tracer.startSpan(`send ${topic}`, { kind: SpanKind.PRODUCER, startTime, attributes }, parent);
  return { headers: { ...sent, traceparent: headerOf(span) }, end: () => span.end() };
}

function headerOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** Returns the W3C traceparent for outgoing calls: of the current span, else of the incoming trace, else a new one. */
export function traceparent(): string {
  const span = trace.getActiveSpan();
  if (span) return headerOf(span);
  const [, traceId = randomBytes(16).toString('hex'), , flags = '00'] =
    w3c.exec(headers.getStore() ?? '') ?? [];
  return `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`;
}

/** The traceparent of the current span, sampled or not; undefined if tracing is off. */
export function spanTraceparent(): string | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && headerOf(span);
}

/** For log lines. */
export function traceIdOfWork(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId ?? w3c.exec(headers.getStore() ?? '')?.[1];
}
