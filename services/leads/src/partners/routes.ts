import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { Pg } from '@closingwire/chassis/pg';
import type { PartnerPage } from '@closingwire/contracts/partner-leads';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { pageOfReader, zipsOfOthers } from '../lists/readers.ts';
import { pageAnswer, sliceOf } from '../lists/views.ts';
import { areUserIdsAccepted, findActiveUser } from '../replicas.ts';
import { askedOf, IDS, instantThrough } from './query.ts';

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
      const { page, limit, ...query } = input;
      const account = await accountOf(deps, context.caller);
      const { filterOf, asked } = await askedOf(pg, account.id, query, clock());
      const readPage = async (db: Pg) => ({
        found: await pageOfReader({ ...deps, pg: db }, account, {
          ...{ filterOf, asked, more: IDS },
          slice: sliceOf({ page, limit }),
        }),
        notYours: await zipsOfOthers(db, account.id, asked),
      });
      // Before the rows, and from the same database: later closings are for the next call.
      const nextSince = query.newSince && (await instantThrough(pg));
      const { found, notYours } = nextSince ? await readPage(pg) : await deps.reads(account.id, readPage);
      return pageAnswer<PartnerPage>({ page, limit }, found, {
        ...(notYours.length > 0 && { notYours }),
        ...(nextSince && { nextSince }),
      });
    }),
  };
}
