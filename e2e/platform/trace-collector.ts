import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform(list =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
  );

/** The used parts of https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: attributes.default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});

const spansOf = (body: unknown) =>
  request.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano: start, endTimeUnixNano: end, ...span }) => ({
        ...span,
        service: String(resource.attributes['service.name']),
        /** Since 1970. */
        startMs: Number(start / 1_000n) / 1_000,
        durationMs: Number(end - start) / 1e6,
      })),
    ),
  );

export type SentSpan = ReturnType<typeof spansOf>[number];

/** Accepts spans as an OpenTelemetry collector does; returns a trace's spans at `/<trace ID>`. */
export async function startTraceCollector() {
  const traces = new Map<string, SentSpan[]>();
  const server = createServer(async (req, res) => {
    if (req.method === 'POST') {
      for (const span of spansOf(await json(req))) {
        traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    res.end(JSON.stringify(traces.get(req.url?.slice(1) ?? '') ?? []));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
