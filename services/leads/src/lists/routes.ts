import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import { jsonText } from '@closingwire/chassis/orpc';
import { type Pg, sql } from '@closingwire/chassis/pg';
import type { ClosingOrder, ClosingSort } from '@closingwire/contracts/closing-sorts';
import type { ZipAgentsQuery } from '@closingwire/contracts/leads';
import { id } from '@closingwire/contracts/primitive';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { addDays } from '@closingwire/contracts/state-days';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { WRONG_CONTACTS } from '../wrong-contacts.ts';
import { between, lastDays, periodDays } from './calendar.ts';
import { askedZips, type ClosingFilter, dashboardFilter, hasDates } from './closing-filter.ts';
import { insertExport } from './export-log.ts';
import { countHidden } from './hidden.ts';
import { DASHBOARD_FILE, keepExport, markSent } from './kept-exports.ts';
import { findLists, isListOf } from './lead-lists.ts';
import { pageOfReader, readableZips } from './readers.ts';
import { pageAnswer, pageOfClosings, sliceOf, wholeList } from './views.ts';

const ZIP_DAYS = 30;
const DEFAULT_PAGE = { page: 1, limit: 50 };
const ALL = { limit: null, offset: 0 };

/** Returns the filter of one ZIP; throws if the reader does not have the ZIP or the list. */
async function zipFilter(
  { pg, clock }: RouteDeps,
  { accountId, zipCodes }: { accountId: string; zipCodes: readonly string[] },
  { zip: zipCode, search, dateFrom, dateTo, leadListId, use = 'lists' }: ZipAgentsQuery,
): Promise<ClosingFilter> {
  if (leadListId) {
    const isOwn = zipCodes.includes(zipCode) && id.safeParse(leadListId).success;
    const isThere = isOwn && (await isListOf(pg, leadListId, zipCode));
    if (!isThere) throw new AppError('missing', 'not_found', `There is no such list for ZIP ${zipCode}`);
    const window = lastDays(LIST_DAYS, clock());
    return {
      accountId,
      zipCodes: [zipCode],
      search,
      window,
      within: between(dateFrom, dateTo),
      leadListId,
      use,
    };
  }
  if (!zipCodes.includes(zipCode)) {
    throw new AppError('denied', 'not_subscribed', `You are not subscribed to ZIP ${zipCode}`);
  }
  const isDated = hasDates({ fromDate: dateFrom, toDate: dateTo });
  return {
    accountId,
    zipCodes: [zipCode],
    search,
    window: isDated ? between(dateFrom, dateTo) : lastDays(ZIP_DAYS, clock()),
    use,
  };
}

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
        return wholeList(pg, filter);
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

    listZipAgents: implUnchecked.listZipAgents.handler(async ({ input, context }) => {
      const { zip: _zip, page, limit, ...rest } = input;
      const isWhole = [page, limit, ...Object.values(rest)].every(value => value === undefined);
      const shown = { page: page ?? DEFAULT_PAGE.page, limit: limit ?? DEFAULT_PAGE.limit };
      const { id: accountId } = asUser(context.caller);
      const found = await deps.reads(accountId, async pg => {
        const zipCodes = await readableZips(on(pg), context.caller, [input.zip]);
        const filter = await zipFilter(on(pg), { accountId, zipCodes }, input);
        return pageOfClosings(pg, filter, isWhole ? ALL : sliceOf(shown));
      });
      return isWhole ? jsonText(found.agents) : pageAnswer(shown, found);
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
