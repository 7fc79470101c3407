import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { changeOf } from '@closingwire/contracts/audit';
import { type DoNotCallList, doNotCallKinds, evidenceKinds } from '@closingwire/contracts/contacts';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { day } from '@closingwire/contracts/primitive';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { discardRest, uploadBody } from '../upload-body.ts';
import { areaCodesOf } from './plan-registry.ts';
import { providerState } from './provider-state.ts';
import { openRegistryList } from './read-registry.ts';
import { findRegistryList, registryCover, registryLists } from './registry.ts';
import { removeRegistryList } from './remove-registry.ts';
import { countStates } from './shown-contacts.ts';
import { checkRegistryList, storeRegistryList } from './store-registry.ts';

const MAX_FILE_NAME = 200;

const flag = z.enum(['true', 'false'], 'Expected true or false').default('false');

const listQuery = (today: string) =>
  z.object({
    kind: z.enum(
      doNotCallKinds,
      'Expected kind=full for the complete list of its area codes, or kind=changes for changes with marks',
    ),
    san: z
      .string('Expected the Subscription Account Number of the holder')
      .trim()
      .regex(/^[A-Za-z0-9-]{4,40}$/, 'Expected a Subscription Account Number such as 12345678-1'),
    listedOn: day.refine(listed => listed <= today, 'Expected the day of the download, today at the latest'),
    fileName: z.string().default(''),
    dryRun: flag,
    confirmed: flag,
  });

const missing = () => new AppError('missing', 'not_found', 'There is no such list');

type NamedList = Pick<DoNotCallList, 'kind' | 'fileName'>;

/** Names a list to the audit log. */
const nameOf = ({ kind, fileName }: NamedList) => [
  changeOf('fileName', null, fileName || 'without a name'),
  changeOf('listKind', null, kind),
];

/** Names a list with its content. `isSame`: nothing changed. */
const contentOf = (list: NamedList & { numbers: number }, areaCodes: string[], isSame: boolean) => [
  ...nameOf(list),
  changeOf('numbers', null, list.numbers),
  changeOf('areaCodes', null, areaCodes.join(', ')),
  ...(isSame ? [changeOf('decision', null, 'done before, nothing changed')] : []),
];

type Upload = { query: z.output<ReturnType<typeof listQuery>>; uploadedBy: string; uploadedAt: Date };

/** Stores the list in the body, or checks it. The audit log gets its name also if it is refused. */
async function receive(request: Request, { pg, copies, clock }: RouteDeps, { query, ...upload }: Upload) {
  const { responseHeaders } = contextOf(request);
  const { kind, listedOn, san: accountNumber } = query;
  const { entry, numbers } = await openRegistryList(uploadBody(request), kind);
  const fileName = (entry?.split('/').at(-1) ?? query.fileName).slice(0, MAX_FILE_NAME);
  const check = query.dryRun === 'true' ? [changeOf('isCheck', null, true)] : [];
  nameChanges([...check, ...nameOf({ kind, fileName })], responseHeaders);
  if (check.length > 0) {
    const checked = await checkRegistryList(copies, { kind, listedOn, fileName }, numbers);
    const areaCodes = areaCodesOf(checked);
    nameChanges([...check, ...contentOf(checked, areaCodes, false)], responseHeaders);
    return checked;
  }
  const { id, isKnown } = await storeRegistryList(
    copies,
    { kind, accountNumber, listedOn, fileName, ...upload, isConfirmed: query.confirmed === 'true' },
    numbers,
  );
  const list = await findRegistryList(pg, id, clock());
  if (!list) throw missing();
  nameChanges(contentOf(list, list.areaCodes, isKnown), responseHeaders);
  return list;
}

/** Receives the do-not-call lists of the registry from admins. */
export function uploadDoNotCallList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadDoNotCallList;
  app.post(path, allow(access), async (request, response) => {
    const { caller, responseHeaders } = contextOf(request);
    try {
      const { id: uploadedBy } = asUser(caller);
      const uploadedAt = deps.clock();
      const { searchParams } = new URL(request.url, 'http://localhost');
      const schema = listQuery(uploadedAt.toISOString().slice(0, 10));
      const query = parseInput(schema, Object.fromEntries(searchParams));
      const reply = await receive(request, deps, { query, uploadedBy, uploadedAt });
      response.setHeaders(responseHeaders).json(reply);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

export const contactRoutes = ({ pg, copies, clock, providers }: RouteDeps) => ({
  contactsOverview: impl.contactsOverview.handler(async () => {
    const now = clock();
    const [states, counts, registry, lists] = await Promise.all([
      Promise.all(evidenceKinds.map(kind => providerState(pg, kind, providers[kind], now))),
      countStates(pg, now),
      registryCover(pg, now),
      registryLists(pg, now),
    ]);
    return { providers: states, counts, registry, lists };
  }),

  removeDoNotCallList: impl.removeDoNotCallList.handler(async ({ input: { listId: id }, context }) => {
    const { id: adminId } = asUser(context.caller);
    const now = clock();
    const isRemoved = await removeRegistryList(copies, { id, adminId, now });
    const list = await findRegistryList(pg, id, now);
    if (!list) throw missing();
    nameChanges(contentOf(list, list.areaCodes, !isRemoved), context.responseHeaders);
    return list;
  }),
});
