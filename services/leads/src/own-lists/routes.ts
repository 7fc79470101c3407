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
import { otherUploading } from '../uploaded-list.ts';
import { openOwnList } from './read-own-list.ts';
import { findOwnLists, holdEntries, removeOwnList, storeOwnList } from './store.ts';

const MAX_FILE_NAME = 200;

const kindIn = ({ params }: Request) => {
  const kind = ownListKind.safeParse(params.kind);
  if (!kind.success) throw new AppError('missing', 'not_found', 'There is no such kind of list');
  return kind.data;
};

/** Uploads that this process holds at once. Each then stores its entries on a connection for files. */
const UPLOADS_AT_ONCE = 4;

/** Limits uploads to one of each account and a few in all; throws `conflict` or `unavailable` above. */
function uploadSlots() {
  const uploading = new Set<string>();
  return async <T>(accountId: string, upload: () => Promise<T>): Promise<T> => {
    if (uploading.has(accountId)) throw otherUploading();
    if (uploading.size >= UPLOADS_AT_ONCE) {
      const text = 'Too many lists are being uploaded at the moment; try again shortly';
      throw new AppError('unavailable', 'busy', text, { detail: { retryAfterSeconds: 5 } });
    }
    uploading.add(accountId);
    try {
      return await upload();
    } finally {
      uploading.delete(accountId);
    }
  };
}

type Slots = ReturnType<typeof uploadSlots>;

/** The audit log gets the count of contacts. The name of the file may be a person's. */
async function receive(request: Request, { copies, pg, clock }: RouteDeps, inSlot: Slots) {
  const { caller, responseHeaders } = contextOf(request);
  const { id: accountId } = asUser(caller);
  const { searchParams } = new URL(request.url, 'http://localhost');
  const kind = kindIn(request);
  const fileName = (searchParams.get('fileName') ?? '').slice(0, MAX_FILE_NAME);
  await inSlot(accountId, async () => {
    const held = await holdEntries(await openOwnList(uploadBody(request)));
    await storeOwnList(copies, { accountId, kind, fileName, uploadedAt: clock() }, held);
  });
  const stored = (await findOwnLists(pg, accountId)).find(each => each.kind === kind);
  if (!stored) throw new AppError('missing', 'not_found', 'The list was removed meanwhile');
  nameChanges([changeOf('contacts', null, stored.emails + stored.phones)], responseHeaders);
  return stored;
}

/** Receives the lists of subscribers. */
export function uploadOwnList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadOwnList;
  const inSlot = uploadSlots();
  app.post(path.replace('{kind}', ':kind'), allow(access), async (request, response) => {
    try {
      const stored = await receive(request, deps, inSlot);
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
