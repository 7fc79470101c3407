import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import { dateOrders } from '@closingwire/contracts/ingestion';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { source } from '@closingwire/contracts/sources';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { sliceOf } from '../lists/views.ts';
import { findBatch, type Sender } from '../loading/batches.ts';
import { retractNumbers } from '../loading/retract.ts';
import type { Mapping } from '../reading/columns.ts';
import { columnsIn, parseMapping } from '../reading/mapping.ts';
import { declaredBy, openRows } from '../reading/open-rows.ts';
import { fileSources, keepMapping, type Licensed, licensedSource, sourceOfKey } from '../sources/store.ts';
import { discardRest, uploadBody } from '../upload-body.ts';
import { sendCheckRejects } from './check-rejects.ts';
import { dryRun } from './dry-run.ts';
import { ingestionKeyOf } from './ingestion-keys.ts';
import { type Delivery, receiveBatch } from './receive-batch.ts';

const isDryRun = (query: URLSearchParams) => ['true', 'rejects'].includes(query.get('dryRun') ?? '');

const dateOrder = z.enum(dateOrders).optional();

/** Reads the mapping of the query; it may also be a header. */
function mappingOf({ headers }: Request, query: URLSearchParams) {
  const map = query.get('map') ?? headers.map;
  return parseMapping(typeof map === 'string' ? map : undefined);
}

/** Opens the body by its Content-Type, its first bytes and the query. */
async function deliveryOf(
  request: Request,
  query: URLSearchParams,
  mapping: Mapping,
): Promise<Omit<Delivery, 'states'>> {
  const { 'content-type': contentType = '' } = request.headers;
  const declared = declaredBy(contentType);
  const order = parseInput(dateOrder, query.get('dates') ?? undefined);
  return { ...(await openRows(uploadBody(request), { ...declared, mapping })), dateOrder: order };
}

/**
 * Streams the body in. Returns the reply when the broker has every row, or the report of a dry run. Returns nothing after
 * it sent the rows that a delivery would reject.
 */
async function receive(
  { request, response }: { request: Request; response: Response },
  deps: RouteDeps,
  senderOf: (query: URLSearchParams) => Promise<SenderOf>,
) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  try {
    const { states, name, ...sender } = await senderOf(searchParams);
    const mapping = mappingOf(request, searchParams);
    const delivery = { ...(await deliveryOf(request, searchParams, mapping)), states };
    const dry = searchParams.get('dryRun');
    if (dry === 'rejects') return await sendCheckRejects(deps, delivery, response);
    if (dry === 'true') return await dryRun(deps, { ...delivery, sourceId: sender.sourceId });
    const reply = await receiveBatch(deps, sender, delivery);
    if ('adminId' in sender) await keepMapping(deps.pg, sender.sourceId, columnsIn(mapping));
    return reply;
  } catch (error) {
    discardRest(request);
    throw error;
  }
}

type SenderOf = Sender & Omit<Licensed, 'sourceId'>;

const noSource = () => new AppError('missing', 'not_found', 'There is no such source');

/** Receives leads from sources, by ingestion key. */
export function ingestLeads(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.ingestLeads;
  app.post(path, allow(access), async (request, response) => {
    const reply = await receive({ request, response }, deps, async () => {
      const keyId = await ingestionKeyOf(deps.pg, contextOf(request).caller);
      const source = await sourceOfKey(deps.pg, keyId);
      if (!source) throw noSource();
      return { keyId, ...source };
    });
    if (reply) response.json(reply);
  });
}

const MAX_FILE_NAME = 200;
const sourceIdOf = source.shape.id.optional();

/** Returns the source of an admin's file. Without an id it is the only one for files; of several the admin chooses. */
async function sourceOfFile(db: RouteDeps['pg'], id: number | undefined): Promise<Licensed> {
  if (id !== undefined) {
    const source = await licensedSource(db, id);
    if (!source) throw noSource();
    return source;
  }
  const [source, other] = await fileSources(db);
  if (!source) throw noSource();
  if (other)
    throw new AppError(
      'invalid',
      'source_required',
      'Expected the source of the file; got none, and several sources deliver files. Choose the source',
    );
  return source;
}

/** Receives files from admins. */
export function deliverFile(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.deliverFile;
  app.post(path, allow(access), async (request, response) => {
    const { caller, responseHeaders } = contextOf(request);
    const { id: adminId } = asUser(caller);
    let changes: AuditChange[] = [];
    const reply = await receive({ request, response }, deps, async query => {
      const sourceId = parseInput(sourceIdOf, query.get('source') ?? undefined);
      const found = await sourceOfFile(deps.pg, sourceId);
      const fileName = query.get('fileName')?.slice(0, MAX_FILE_NAME) ?? null;
      changes = [
        ...(isDryRun(query) ? [changeOf('isCheck', null, true)] : []),
        changeOf('fileName', null, fileName ?? 'without a name'),
        changeOf('source', null, found.name),
      ];
      nameChanges(changes, responseHeaders);
      return { adminId, fileName, ...found };
    });
    if (!reply) return;
    const { accepted, rejected } = reply;
    nameChanges(
      [...changes, changeOf('accepted', null, accepted), changeOf('rejected', null, rejected)],
      responseHeaders,
    );
    response.setHeaders(responseHeaders).json(reply);
  });
}

export function batchRoutes({ pg }: RouteDeps) {
  return {
    retractLeads: impl.retractLeads.handler(async ({ input: { mlsIds }, context }) => {
      const source = await sourceOfKey(pg, await ingestionKeyOf(pg, context.caller));
      if (!source) throw noSource();
      const { sourceId } = source;
      return {
        retracted: await pg.transaction(tx => retractNumbers(tx, { sourceId, mlsIds, now: new Date() })),
      };
    }),
    batchOf: impl.batchOf.handler(async ({ input: { batchId, ...page }, context }) => {
      const keyId = await ingestionKeyOf(pg, context.caller);
      const batch = await findBatch(pg, { id: batchId, keyId }, sliceOf(page));
      if (!batch) throw new AppError('missing', 'not_found', 'There is no such batch');
      return batch;
    }),
  };
}
