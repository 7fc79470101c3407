import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import { pageOfClosings } from '../db/closings-view.ts';
import { noteExport } from '../db/export-log.ts';
import { findLists, findListZip } from '../db/lead-lists.ts';
import { between, LIST_DAYS, lastDays } from '../domain/sale-window.ts';
import { dashboardFilter } from './dashboard-filter.ts';
import type { RouteDeps } from './deps.ts';
import type { Implementer } from './implementer.ts';
import { partnerZips, readableZips } from './lead-reader.ts';
import { pageAnswer, sliceOf } from './paging.ts';

const ZIP_DAYS = 30;
const DEFAULT_PAGE = { page: 1, limit: 50 };

async function mustBeListOf(deps: RouteDeps, listId: string, zip: string): Promise<void> {
  if ((await findListZip(deps.pg, listId)) === zip) return;
  throw new AppError('missing', 'not_found', `There is no such list for ZIP ${zip}`);
}

const windowOf = (from: string | undefined, to: string | undefined, days: number, now: Date) =>
  from === undefined && to === undefined ? lastDays(days, now) : between(from, to);

/** What subscribers and their programs read. */
export function agentRoutes(impl: Implementer, deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    listAgents: impl.listAgents.handler(async ({ input: { page, limit, ...filters }, context }) => {
      const zips = await readableZips(deps, context.caller);
      const filter = dashboardFilter(zips, filters, clock());
      return pageAnswer({ page, limit }, await pageOfClosings(pg, filter, sliceOf({ page, limit })));
    }),

    exportAgents: impl.exportAgents.handler(async ({ input, context }) => {
      const zips = await readableZips(deps, context.caller);
      const noted = { userId: asUser(context.caller).id, format: 'json', filters: input } as const;
      await noteExport(pg, { ...noted, from: context.request }, clock());
      const { agents } = await pageOfClosings(pg, dashboardFilter(zips, input, clock()), {
        limit: null,
        offset: 0,
      });
      return { agents };
    }),

    listLeadLists: impl.listLeadLists.handler(async ({ input: { period }, context }) => {
      const zips = await readableZips(deps, context.caller);
      const lists = await findLists(pg, zips, lastDays(period === 'daily' ? 1 : LIST_DAYS, clock()));
      return lists.map(({ id, zip, agentCount, updatedAt }) => ({
        id,
        zipCode: { zipCode: zip },
        agentCount,
        updatedAt: updatedAt.toISOString(),
      }));
    }),

    listZipAgents: impl.listZipAgents.handler(async ({ input, context }) => {
      const { zip, page, limit, search, dateFrom, dateTo, leadListId } = input;
      const zips = await readableZips(deps, context.caller);
      if (!zips.includes(zip))
        throw new AppError('denied', 'not_subscribed', `You are not subscribed to ZIP ${zip}`);
      if (leadListId) await mustBeListOf(deps, leadListId, zip);
      const filter = { zips: [zip], search, window: windowOf(dateFrom, dateTo, ZIP_DAYS, clock()) };
      const asked = [page, limit, search, dateFrom, dateTo, leadListId];
      if (asked.every(part => part === undefined)) {
        return (await pageOfClosings(pg, filter, { limit: null, offset: 0 })).agents;
      }
      const shown = { page: page ?? DEFAULT_PAGE.page, limit: limit ?? DEFAULT_PAGE.limit };
      return pageAnswer(shown, await pageOfClosings(pg, filter, sliceOf(shown)));
    }),

    listAgentsProperties: impl.listAgentsProperties.handler(async ({ input, context }) => {
      const { page, limit, dateFrom, dateTo, zip, ...rest } = input;
      const zips = await partnerZips(deps, context.caller);
      const filters = { ...rest, zipCode: zip, fromDate: dateFrom, toDate: dateTo };
      const filter = dashboardFilter(zips, filters, clock());
      return pageAnswer({ page, limit }, await pageOfClosings(pg, filter, sliceOf({ page, limit })));
    }),
  };
}
