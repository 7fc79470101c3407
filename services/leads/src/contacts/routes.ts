import { AppError } from '@closingwire/chassis/app-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { CHANGES_HEADER, changeOf, encodeChanges } from '@closingwire/contracts/audit';
import {
  type DoNotCallCheck,
  type DoNotCallList,
  doNotCallKinds,
  evidenceKinds,
} from '@closingwire/contracts/contacts';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { day } from '@closingwire/contracts/primitive';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { discardRest, uploadBody } from '../upload-body.ts';
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

/** The changes of a list that the audit log names. */
const auditOf = (list: DoNotCallList | DoNotCallCheck, decision: string) => [
  changeOf('decision', null, decision),
  changeOf('fileName', null, list.fileName),
  changeOf('listKind', null, list.kind),
  changeOf('numbers', null, list.numbers),
  changeOf(
    'areaCodes',
    null,
    ('areas' in list ? list.areas.map(({ areaCode }) => areaCode) : list.areaCodes).join(', '),
  ),
];

/** Reads the list in the body, stores it unless it is a dry run, and returns it with the decision for the audit log. */
async function receive(request: Request, { pg, copies, clock }: RouteDeps) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const { id: uploadedBy } = asUser(contextOf(request).caller);
  const uploadedAt = clock();
  const query = parseInput(
    listQuery(uploadedAt.toISOString().slice(0, 10)),
    Object.fromEntries(searchParams),
  );
  const { kind, listedOn, san: accountNumber } = query;
  const { entry, numbers } = await openRegistryList(uploadBody(request), kind);
  const fileName = (entry?.split('/').at(-1) ?? query.fileName).slice(0, MAX_FILE_NAME);
  if (query.dryRun === 'true') {
    const check = await checkRegistryList(copies, { kind, listedOn, fileName }, numbers);
    return { list: check, decision: 'checked, nothing stored' };
  }
  const isConfirmed = query.confirmed === 'true';
  const { id, isKnown } = await storeRegistryList(
    copies,
    { kind, accountNumber, listedOn, fileName, uploadedBy, uploadedAt, isConfirmed },
    numbers,
  );
  const list = await findRegistryList(pg, id, clock());
  if (!list) throw missing();
  return { list, decision: isKnown ? 'stored before, nothing changed' : 'stored' };
}

function nameListChanges(response: Response, list: DoNotCallList | DoNotCallCheck, decision: string): void {
  response.setHeader(CHANGES_HEADER, encodeChanges(auditOf(list, decision)));
}

/** Receives the do-not-call lists of the registry from admins. */
export function uploadDoNotCallList(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.uploadDoNotCallList;
  app.post(path, allow(access), async (request, response) => {
    try {
      const { list, decision } = await receive(request, deps);
      nameListChanges(response, list, decision);
      response.json(list);
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
    nameChanges(
      auditOf(list, isRemoved ? 'removed' : 'removed before, nothing changed'),
      context.responseHeaders,
    );
    return list;
  }),
});
