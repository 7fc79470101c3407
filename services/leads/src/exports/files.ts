import type { IncomingMessage } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { askedFile, type KeptExport } from '@closingwire/contracts/exports';
import { dashboardFilters } from '@closingwire/contracts/leads';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { id } from '@closingwire/contracts/primitive';
import express from 'express';
import type { RouteDeps } from '../context.ts';
import { between } from '../lists/calendar.ts';
import { askedZips, type ClosingFilter, dashboardFilter } from '../lists/closing-filter.ts';
import { insertExport } from '../lists/export-log.ts';
import {
  DASHBOARD_FILE,
  findExport,
  forgetExport,
  keepExport,
  markSent,
  type NewExport,
} from '../lists/kept-exports.ts';
import { readableZips } from '../lists/readers.ts';
import { findView } from '../today/views.ts';
import { refuseChanged } from './changed-view.ts';
import { comparedWithOf, newTo } from './choice.ts';
import { sendFile } from './file.ts';
import { layoutOf } from './layouts.ts';
import { beginExport, endExport, heldIn } from './snapshot.ts';

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const json = express.json({ limit: '16kb' });

/** Returns a file's name with that of its view in letters that all systems take: two clients' files differ. */
export function nameOf(preset: KeptExport['preset'], viewName: string | null, at: Date): string {
  if (preset === 'dashboard') return `custom-agent-filter-${dayOf(at)}`;
  if (preset === 'list') return `agents-${dayOf(at)}`;
  const view = viewName
    ?.toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-');
  return ['closingwire', preset, ...(view ? [view] : []), dayOf(at)].join('-');
}

type Asked = Omit<NewExport, 'accountId' | 'format'> & { format: 'csv' | 'xlsx' };

type Sent = { request: express.Request; response: express.Response; deps: RouteDeps };

/** Keeps and streams a new file. Replies 204 if it would have no rows. */
async function sendNew({ request, response, deps }: Sent, asked: Asked) {
  const now = deps.clock();
  const { caller, request: from } = contextOf(request);
  const { id: userId } = asUser(caller);
  const { format, filters, preset, viewName, onlyNew } = asked;
  const chosen = parseInput(dashboardFilters, filters);
  const zipCodes = await deps.reads(userId, pg => readableZips({ ...deps, pg }, caller, askedZips(chosen)));
  await insertExport(deps.pg, { userId, format, filters, from }, now);
  const filter: ClosingFilter = {
    ...dashboardFilter(userId, zipCodes, chosen, now),
    use: 'exports',
    newTo: newTo(asked),
  };
  // A standby may not know the last export yet.
  const client = onlyNew
    ? await beginExport(deps.copies.pool, userId)
    : await deps.exportReads(userId, ({ pool }) => beginExport(pool));
  const begun = { client, layout: layoutOf(asked), filter };
  const held = await heldIn(begun);
  if (held.closings === 0 && preset !== 'dashboard') {
    await endExport(client);
    response.status(204).end();
    return;
  }
  const kept = keepExport(deps.pg, { ...asked, accountId: userId }, held, now);
  // Its failure is met at the end, or after a failure of the stream.
  kept.catch(() => {});
  const beforeEnd = async () => {
    const id = await kept;
    if (id) await markSent(deps.pg, id);
  };
  const fileName = nameOf(preset, viewName, now);
  try {
    await sendFile(response, { ...begun, format, fileName, count: held.closings, beforeEnd });
  } catch (error) {
    const id = await kept.catch(() => undefined);
    if (id) await forgetExport(deps.pg, id);
    throw error;
  }
}

const wantsCsv = (request: IncomingMessage) => /text\/csv/i.test(request.headers.accept ?? '');

/**
 * Streams the dashboard's file to clients that accept text/csv. The front end writes the files of lists and ZIPs,
 * which have more columns (`list/lead-csv.ts` there).
 */
export function exportCsv(app: express.Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.exportAgentsCsv;
  app.post(
    path,
    (request, _response, next) => next(wantsCsv(request) ? undefined : 'router'),
    allow(access),
    json,
    async (request, response) => {
      const filters = parseInput(dashboardFilters, request.body ?? {});
      await sendNew({ request, response, deps }, { ...DASHBOARD_FILE, format: 'csv', filters });
    },
  );
}

const fileRequest = dashboardFilters.extend(askedFile.shape);

/** Streams a file in the chosen format. */
export function makeFile(app: express.Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.makeFile;
  app.post(path, allow(access), json, async (request, response) => {
    const { format, preset, columns, onlyNew, comparedWith, viewId, ...filters } = parseInput(
      fileRequest,
      request.body ?? {},
    );
    const compared = comparedWithOf({ comparedWith, viewId });
    const { id: userId } = asUser(contextOf(request).caller);
    const view = viewId === null ? null : await findView(deps.pg, userId, viewId);
    if (view) refuseChanged(view, filters);
    const ownColumns = preset === 'full' ? columns : null;
    const names = { preset, columns: ownColumns, viewId, viewName: view?.name ?? null };
    const asked = { ...names, format, onlyNew, comparedWith: compared, filters };
    await sendNew({ request, response, deps }, asked);
  });
}

const missing = () => new AppError('missing', 'not_found', 'There is no such export');
const TOO_OLD = 'This export is too old to be downloaded again';

/** Returns what selected an export, of which only the newest closing of each agent is kept. */
function earlierFilter(kept: KeptExport, { zipCodes, ...now }: ClosingFilter): ClosingFilter {
  const { data } = dashboardFilters.safeParse(kept.filters);
  if (!data || typeof now.accountId !== 'string') return { zipCodes, ...now };
  return { ...dashboardFilter(now.accountId, zipCodes, data, new Date(kept.madeAt)), use: 'exports' };
}

/** Streams the rows of an earlier export that the account may still read and export. */
export function exportAgain(app: express.Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.exportAgain;
  app.get(path.replace('{exportId}', ':exportId'), allow(access), async (request, response) => {
    const { caller, request: from } = contextOf(request);
    const { id: userId } = asUser(caller);
    const exportId = parseInput(id, request.params.exportId);
    const kept = await findExport(deps.pg, userId, exportId);
    if (!kept) throw missing();
    if (!kept.isAvailable) throw new AppError('missing', 'export_too_old', TOO_OLD);
    const zipCodes = await readableZips(deps, caller);
    // The dashboard's JSON has the rows of its CSV file.
    const format = kept.format === 'json' ? 'csv' : kept.format;
    await insertExport(deps.pg, { userId, format, filters: { exportId }, from }, deps.clock());
    const filter: ClosingFilter = {
      zipCodes,
      window: between(undefined, undefined),
      accountId: userId,
      use: 'exports',
      exportId,
    };
    const client = await beginExport(deps.copies.pool);
    const begun = { client, layout: layoutOf(kept), filter };
    const { closings: count } = await heldIn(begun);
    const fileName = nameOf(kept.preset, kept.view?.name ?? null, new Date(kept.madeAt));
    const dealsOf = earlierFilter(kept, filter);
    await sendFile(response, { ...begun, dealsOf, format, fileName, count });
  });
}
