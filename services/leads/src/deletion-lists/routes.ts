import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { type DeletionKind, deletionCodes, deletionKinds } from '@closingwire/contracts/deletion-lists';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { id } from '@closingwire/contracts/primitive';
import type { Request, Router } from 'express';
import { escapeLiteral } from 'pg';
import { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { copyRows } from '../copy-rows.ts';
import { discardRest, uploadBody } from '../upload-body.ts';
import { findDeadline } from './deadline.ts';
import { factsOfName, openDeletionList } from './read-list.ts';
import { countLists, findList, findLists, markReplied } from './store.ts';
import { storeList } from './store-list.ts';

const missing = () => new AppError('missing', 'not_found', 'There is no such list');

const kindOf = z.enum(deletionKinds).optional();
const MAX_FILE_NAME = 200;
const UNKNOWN_KIND =
  'Expected a file named as the platform does, such as 20260312_4821_Email.csv, or the kind of the list';

/** Stores the list in the body. The name of the file in a zip counts more than the zip's own. */
async function receive(request: Request, deps: RouteDeps): Promise<string> {
  const { searchParams: query } = new URL(request.url, 'http://localhost');
  const { id: uploadedBy } = asUser(contextOf(request).caller);
  const asked = parseInput(kindOf, query.get('kind') ?? undefined);
  const now = deps.clock();
  const { entry, records } = await openDeletionList(uploadBody(request));
  const fileName = (entry?.split('/').at(-1) ?? query.get('fileName') ?? '').slice(0, MAX_FILE_NAME);
  const today = now.toISOString().slice(0, 10);
  const { kind = asked, listedOn = today } = factsOfName(fileName);
  if (!kind || (asked && asked !== kind)) throw new AppError('invalid', 'unknown_kind', UNKNOWN_KIND);
  // The day of an upload is never later than today, whatever the name says.
  const [day = today] = [listedOn, today].toSorted();
  const list = { kind, fileName: fileName || `${kind}.csv`, listedOn: day, uploadedBy, uploadedAt: now };
  return storeList(deps.copies, list, records);
}

/** Receives the lists of the platform from admins. */
export function uploadDeletionList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadDeletionList;
  app.post(path, allow(access), async (request, response) => {
    try {
      const list = await findList(deps.pg, await receive(request, deps));
      if (!list) throw missing();
      response.json(list);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

/** Returns the reply file. COPY takes no parameters. */
const replyOf = (listId: string) =>
  `copy (select record_id as "Id", coalesce(outcome, ${deletionCodes.notFound}) as "Status" from deletion_records
    where list_id = ${escapeLiteral(listId)} order by position) to stdout with (format csv, header)`;

/** The platform takes a reply under the name of its list. */
const nameOf = ({ kind, fileName }: { kind: DeletionKind; fileName: string }) =>
  /^[\w.-]+\.csv$/.test(fileName) ? fileName : `reply_${kind}.csv`;

/** Streams the reply file of a list; the list is complete when it was downloaded. */
export function deletionReply(app: Router, { pg, copies, clock }: RouteDeps): void {
  const { path, access } = plainRoutes.deletionReply;
  app.get(path.replace('{listId}', ':listId'), allow(access), async (request, response) => {
    const listId = parseInput(id, request.params.listId);
    const list = await findList(pg, listId);
    if (!list) throw missing();
    if (list.state !== 'done')
      throw new AppError(
        'conflict',
        'list_not_ready',
        'The list is still being processed; try again shortly',
      );
    await copyRows(await copies.pool.connect(), replyOf(listId), rows => {
      response.setHeader('content-type', 'text/csv; charset=utf-8');
      response.setHeader('content-disposition', `attachment; filename="${nameOf(list)}"`);
      return pipeline(rows, response, { end: false });
    });
    // Before the end of the reply: a client that has it all may ask for the deadline.
    await markReplied(pg, listId, clock());
    response.end();
  });
}

export const deletionListRoutes = ({ pg, clock }: RouteDeps) => ({
  listDeletionLists: impl.listDeletionLists.handler(async ({ input: { page, limit } }) => {
    const [lists, total, deadline] = await Promise.all([
      findLists(pg, { limit, offset: (page - 1) * limit }),
      countLists(pg),
      findDeadline(pg, clock()),
    ]);
    return { lists, total, deadline };
  }),
});
