import { asUser } from '@closingwire/chassis/identity';
import { jsonText } from '@closingwire/chassis/orpc';
import { type Pg, sql } from '@closingwire/chassis/pg';
import type { ClosingOrder, ClosingSort } from '@closingwire/contracts/closing-sorts';
import { addDays } from '@closingwire/contracts/state-days';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { WRONG_CONTACTS } from '../wrong-contacts.ts';
import { between, periodDays } from './calendar.ts';
import { askedZips, type ClosingFilter, dashboardFilter } from './closing-filter.ts';
import { insertExport } from './export-log.ts';
import { countHidden } from './hidden.ts';
import { DASHBOARD_FILE, keepExport, markSent } from './kept-exports.ts';
import { findLists } from './lead-lists.ts';
import { pageOfReader, readableZips } from './readers.ts';
import { pageAnswer, pageForExport, pageOfClosings, sliceOf } from './views.ts';

const ALL = { limit: null, offset: 0 };

const orderOf = (sort: ClosingSort, order: 'asc' | 'desc' | undefined): ClosingOrder => ({
  sort,
  isDescending: order === undefined ? sort === 'sold' || sort === 'price' : order === 'desc',
});

/** Routes of subscribers; programs use `partners/routes.ts`. */
export function agentRoutes(deps: RouteDeps) {
  const { clock } = deps;
  const on = (pg: Pg) => ({ ...deps, pg });
  return {
    listAgents: implUnchecked.listAgents.handler(async ({ input, context }) => {
      const { page, limit, sort, order, ...filters } = input;
      const user = asUser(context.caller);
      const filterOf = (zipCodes: ClosingFilter['zipCodes']) =>
        dashboardFilter(user.id, zipCodes, filters, clock());
      const slice = sliceOf({ page, limit });
      const found = await deps.reads(user.id, pg =>
        pageOfReader(on(pg), user, {
          ...{ filterOf, slice, order: orderOf(sort, order), asked: askedZips(filters) },
        }),
      );
      return pageAnswer({ page, limit }, found);
    }),

    exportAgents: implUnchecked.exportAgents.handler(async ({ input, context }) => {
      const { id: userId } = asUser(context.caller);
      const now = clock();
      const { agents, held } = await deps.reads(userId, async pg => {
        const zipCodes = await readableZips(on(pg), context.caller, askedZips(input));
        const filter: ClosingFilter = { ...dashboardFilter(userId, zipCodes, input, now), use: 'exports' };
        return pageForExport(pg, filter, ALL);
      });
      const exported = { userId, format: 'json', filters: input } as const;
      await insertExport(deps.pg, { ...exported, from: context.request }, now);
      const made = { accountId: userId, format: 'json', ...DASHBOARD_FILE } as const;
      const kept = await keepExport(deps.pg, { ...made, filters: input }, held, now);
      if (kept) await markSent(deps.pg, kept);
      return jsonText(`{"agents":${agents}}`);
    }),

    listLeadLists: impl.listLeadLists.handler(async ({ input: { period }, context }) => {
      const days = periodDays[period];
      const now = clock();
      const { id: accountId } = asUser(context.caller);
      const lists = await deps.reads(accountId, async pg => {
        const zipCodes = await readableZips(on(pg), context.caller);
        return findLists(pg, { accountId, zipCodes, days, now });
      });
      return lists.map(list => ({
        id: list.id,
        zipCode: { zipCode: list.zipCode },
        agentCount: list.agentCount,
        updatedAt: list.updatedAt.toISOString(),
        dateFrom: addDays(list.today, 1 - days),
        dateTo: list.today,
      }));
    }),
  };
}

const ALWAYS = between(undefined, undefined);

export function adminRoutes({ pg }: RouteDeps) {
  return {
    listLeadsOfZip: implUnchecked.listLeadsOfZip.handler(
      async ({ input: { id: zipCode, search, ...page } }) => {
        const filter = { accountId: null, zipCodes: [zipCode], search, window: ALWAYS };
        const [{ agents, total }, hidden] = await Promise.all([
          pageOfClosings(pg, filter, sliceOf(page), sql`, ${WRONG_CONTACTS} as "wrongContacts"`),
          countHidden(pg, zipCode),
        ]);
        return jsonText(`{"agents":${agents},"total":${total},"hidden":${JSON.stringify(hidden)}}`);
      },
    ),
  };
}
