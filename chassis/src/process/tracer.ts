import { context, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

type Options = { service: string; share: number; isPublic: boolean };

const SEND_MS = 1_000;
const STOP_MS = 2_000;

/**
 * Creates and exports spans; loaded only if tracing is on. The exporter reads its address and headers from the
 * environment. At most 2,048 spans wait for a collector that is away; further ones are dropped.
 */
export function openTracer({ service, share, isPublic }: Options): {
  tracer: Tracer;
  stop(): Promise<void>;
} {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const sampler = new TraceIdRatioBasedSampler(share);
  const ofStrangers = { remoteParentSampled: sampler, remoteParentNotSampled: sampler };
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': service, 'service.namespace': 'closingwire' }),
    ),
    sampler: new ParentBasedSampler({ root: sampler, ...(isPublic && ofStrangers) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: SEND_MS,
        exportTimeoutMillis: STOP_MS,
      }),
    ],
  });
  return { tracer: provider.getTracer('closingwire'), stop: () => provider.shutdown().catch(() => {}) };
}
