import type { IncomingMessage } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Request, Router } from 'express';
import { impl, type RouteDeps } from '../context.ts';
import { sliceOf } from '../lists/views.ts';
import { findBatch } from '../loading/batches.ts';
import { csvRows, parseMapping } from '../reading/csv-rows.ts';
import { jsonRows, ndjsonRows, type RowSource } from '../reading/rows.ts';
import { ingestionKeyOf } from './ingestion-keys.ts';
import { receiveBatch } from './receive-batch.ts';

const FORMATS = 'application/x-ndjson, application/json or text/csv';

/** Reads the body by its Content-Type; for CSV, the query or header `map` maps other headers. */
function rowsOf(request: IncomingMessage): RowSource {
  const { 'content-type': contentType = '', map: mapHeader } = request.headers;
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const map = searchParams.get('map') ?? mapHeader;
  // Keeps the request open after the loop ends early, so that the reply can be sent.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  switch (type) {
    case 'application/x-ndjson':
    case 'application/ndjson':
    case 'application/jsonl':
      return ndjsonRows(body);
    case 'application/json':
      return jsonRows(body);
    case 'text/csv':
      return csvRows(body, parseMapping(typeof map === 'string' ? map : undefined));
    default:
      throw new AppError(
        'invalid',
        'unknown_format',
        `Expected Content-Type ${FORMATS}; got '${contentType}'`,
      );
  }
}

const LINGER_MS = 10_000;

/** Reads the rest of the body for a while, so that the source can read the refusal. */
function discardRest(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer)).resume();
}

/** Streams the body in; replies when the broker has every row. */
export function ingestLeads(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.ingestLeads;
  app.post(path, allow(access), async (request, response) => {
    try {
      const keyId = await ingestionKeyOf(deps.pg, contextOf(request).caller);
      response.json(await receiveBatch(deps, keyId, rowsOf(request)));
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

export function batchRoutes({ pg }: RouteDeps) {
  return {
    batchOf: impl.batchOf.handler(async ({ input: { batchId, ...page }, context }) => {
      const keyId = await ingestionKeyOf(pg, context.caller);
      const batch = await findBatch(pg, { id: batchId, keyId }, sliceOf(page));
      if (!batch) throw new AppError('missing', 'not_found', 'There is no such batch');
      return batch;
    }),
  };
}
