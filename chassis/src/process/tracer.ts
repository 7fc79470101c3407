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
 * What makes and sends spans; loaded only where they are sent. The exporter reads its address and headers from the
 * environment. When the collector is away, spans are dropped: at most 2,048 wait.
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
