import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { type ClosingFilter, dashboardFilter } from '../lists/closing-filter.ts';
import { pageOfReader } from '../lists/readers.ts';
import { pageAnswer, sliceOf } from '../lists/views.ts';
import { areUserIdsAccepted, findActiveUser } from '../replicas.ts';

const noPartner = () =>
  new AppError('unauthenticated', 'unauthenticated', 'Expected an API key of an active account as bearer');
const userIdsOff = () =>
  new AppError(
    'unauthenticated',
    'user_id_not_accepted',
    'A user ID is no longer accepted as API key; create a key in Settings',
  );

/** Returns the owner of the program: by API key or, if the setting allows it, by user id. */
async function partnerOf({ pg, partnerKeys }: RouteDeps, caller: Caller): Promise<string | undefined> {
  if (caller.kind !== 'key') return undefined;
  if (caller.userId === undefined) return partnerKeys.ownerOf(caller.token);
  if (!(await areUserIdsAccepted(pg))) throw userIdsOff();
  return caller.userId;
}

/** Returns the account that this program reads for. */
async function accountOf(deps: RouteDeps, caller: Caller): Promise<{ id: string; activatedAt: Date }> {
  if (caller.kind === 'user') return caller;
  const id = await partnerOf(deps, caller);
  const user = id === undefined ? undefined : await findActiveUser(deps.pg, id);
  if (id === undefined || !user) throw noPartner();
  return { id, ...user };
}

export function partnerRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    apiAccess: impl.apiAccess.handler(async () => ({ acceptsUserId: await areUserIdsAccepted(pg) })),

    listAgentsProperties: implUnchecked.listAgentsProperties.handler(async ({ input, context }) => {
      const { page, limit, dateFrom, dateTo, zip: zipCode, zips, ...rest } = input;
      const account = await accountOf(deps, context.caller);
      const filters = { ...rest, zipCode, zips, fromDate: dateFrom, toDate: dateTo };
      const filterOf = (zipCodes: ClosingFilter['zipCodes']): ClosingFilter => ({
        ...dashboardFilter(account.id, zipCodes, filters, clock()),
        use: 'api',
      });
      // A program gets an error rather than rows of fewer ZIPs.
      const asked = [...(zipCode ? [zipCode] : []), ...(zips?.split(',') ?? [])];
      const slice = sliceOf({ page, limit });
      const found = await deps.reads(account.id, db =>
        pageOfReader({ ...deps, pg: db }, account, { filterOf, slice, asked }),
      );
      return pageAnswer({ page, limit }, found);
    }),
  };
}
