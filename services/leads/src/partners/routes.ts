import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import { impl, type RouteDeps } from '../context.ts';
import { dashboardFilter } from '../lists/closing-filter.ts';
import { zipsOfAccount } from '../lists/readers.ts';
import { pageAnswer, pageOfClosings, sliceOf } from '../lists/views.ts';
import { areUserIdsAccepted, findActiveUser } from '../replicas.ts';

const noPartner = () =>
  new AppError('unauthenticated', 'unauthenticated', 'Expected an API key of an active account as bearer');
const userIdsOff = () =>
  new AppError(
    'unauthenticated',
    'user_id_not_accepted',
    'A user ID is no longer accepted as API key; create a key in Settings',
  );

/** Whose program it is, by its owner's key or, as long as the site's setting allows it, by the owner's id. */
async function partnerOf({ pg, partnerKeys }: RouteDeps, caller: Caller): Promise<string | undefined> {
  if (caller.kind !== 'key') return undefined;
  if (caller.userId === undefined) return partnerKeys.ownerOf(caller.token);
  if (!(await areUserIdsAccepted(pg))) throw userIdsOff();
  return caller.userId;
}

/** The ZIPs whose leads this program may read now; throws as `readableZips` does. */
async function partnerZips(deps: RouteDeps, caller: Caller, asked?: string): Promise<string[]> {
  if (caller.kind === 'user') return zipsOfAccount(deps, caller, asked);
  const id = await partnerOf(deps, caller);
  const user = id === undefined ? undefined : await findActiveUser(deps.pg, id);
  if (id === undefined || !user) throw noPartner();
  return zipsOfAccount(deps, { id, ...user }, asked);
}

/** What programs read. */
export function partnerRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    apiAccess: impl.apiAccess.handler(async () => ({ acceptsUserId: await areUserIdsAccepted(pg) })),

    listAgentsProperties: impl.listAgentsProperties.handler(async ({ input, context }) => {
      const { page, limit, dateFrom, dateTo, zip, ...rest } = input;
      const zips = await partnerZips(deps, context.caller, zip);
      const filters = { ...rest, zipCode: zip, fromDate: dateFrom, toDate: dateTo };
      const filter = dashboardFilter(zips, filters, clock());
      return pageAnswer({ page, limit }, await pageOfClosings(pg, filter, sliceOf({ page, limit })));
    }),
  };
}
