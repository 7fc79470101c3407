import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { changeOf } from '@closingwire/contracts/audit';
import { ownListKind } from '@closingwire/contracts/exports';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Request, Router } from 'express';
import { impl, type RouteDeps } from '../context.ts';
import { discardRest, uploadBody } from '../upload-body.ts';
import { openOwnList } from './read-own-list.ts';
import { findOwnLists, removeOwnList, storeOwnList } from './store.ts';

const MAX_FILE_NAME = 200;

const kindIn = ({ params }: Request) => {
  const kind = ownListKind.safeParse(params.kind);
  if (!kind.success) throw new AppError('missing', 'not_found', 'There is no such kind of list');
  return kind.data;
};

/** The audit log gets the count of contacts. The name of the file may be a person's. */
async function receive(request: Request, { copies, pg, clock }: RouteDeps) {
  const { caller, responseHeaders } = contextOf(request);
  const { id: accountId } = asUser(caller);
  const { searchParams } = new URL(request.url, 'http://localhost');
  const kind = kindIn(request);
  const fileName = (searchParams.get('fileName') ?? '').slice(0, MAX_FILE_NAME);
  const list = await openOwnList(uploadBody(request));
  await storeOwnList(copies, { accountId, kind, fileName, uploadedAt: clock() }, list);
  const stored = (await findOwnLists(pg, accountId)).find(each => each.kind === kind);
  if (!stored) throw new AppError('missing', 'not_found', 'The list was removed meanwhile');
  nameChanges([changeOf('contacts', null, stored.emails + stored.phones)], responseHeaders);
  return stored;
}

/** Receives the lists of subscribers. */
export function uploadOwnList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadOwnList;
  app.post(path.replace('{kind}', ':kind'), allow(access), async (request, response) => {
    try {
      const stored = await receive(request, deps);
      response.setHeaders(contextOf(request).responseHeaders).json(stored);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

export const ownListRoutes = ({ pg }: RouteDeps) => ({
  listOwnLists: impl.listOwnLists.handler(async ({ context }) => ({
    lists: await findOwnLists(pg, asUser(context.caller).id),
  })),

  removeOwnList: impl.removeOwnList.handler(async ({ input: { kind }, context }) => ({
    removed: await removeOwnList(pg, asUser(context.caller).id, kind),
  })),
});
