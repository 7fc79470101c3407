import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import { jsonText } from '@closingwire/chassis/orpc';
import type { Pg } from '@closingwire/chassis/pg';
import type { ZipAgentsQuery } from '@closingwire/contracts/leads';
import { id } from '@closingwire/contracts/primitive';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { between, lastDays } from './calendar.ts';
import { type ClosingFilter, hasDates } from './closing-filter.ts';
import { insertExport } from './export-log.ts';
import { isListOf } from './lead-lists.ts';
import { endPages, keepPage } from './paged-exports.ts';
import { readableZips } from './readers.ts';
import { pageAnswer, pageForExport, pageOfClosings, sliceOf } from './views.ts';

const ZIP_DAYS = 30;
const ALL = { limit: null, offset: 0 };
const DEFAULT_PAGE = { page: 1, limit: 50 };

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

/** Returns the filters of a list's file as past exports show them. */
function keptFilters({ zip: zipCode, search }: ZipAgentsQuery, { window, within = window }: ClosingFilter) {
  const days = { fromDate: within.from ?? undefined, toDate: within.to ?? undefined };
  return { zipCode, search: search || undefined, ...days };
}

/** Routes of the closings of one ZIP, and of the files that clients write from their pages. */
export function zipRoutes(deps: RouteDeps) {
  const { clock } = deps;
  const on = (pg: Pg) => ({ ...deps, pg });
  return {
    listZipAgents: implUnchecked.listZipAgents.handler(async ({ input, context }) => {
      const { zip: _zip, page, limit, ...rest } = input;
      const isWhole = [page, limit, ...Object.values(rest)].every(value => value === undefined);
      const shown = { page: page ?? DEFAULT_PAGE.page, limit: limit ?? DEFAULT_PAGE.limit };
      const { id: accountId } = asUser(context.caller);
      const exportId = input.use === 'exports' ? input.exportId : undefined;
      const { filter, ...found } = await deps.reads(accountId, async pg => {
        const zipCodes = await readableZips(on(pg), context.caller, [input.zip]);
        const filter = await zipFilter(on(pg), { accountId, zipCodes }, input);
        if (exportId) return { filter, ...(await pageForExport(pg, filter, sliceOf(shown))) };
        const slice = isWhole ? ALL : sliceOf(shown);
        return { filter, held: undefined, ...(await pageOfClosings(pg, filter, slice)) };
      });
      if (exportId && found.held) {
        const filters = keptFilters(input, filter);
        const asked = { id: exportId, accountId, filters, mostPerMinute: deps.exportsPerAccount };
        const isNew = await keepPage(deps.pg, asked, found.held, clock());
        const logged = { userId: accountId, format: 'csv', filters, from: context.request } as const;
        if (isNew) await insertExport(deps.pg, logged, clock());
      }
      return isWhole ? jsonText(found.agents) : pageAnswer(shown, found);
    }),

    endExport: impl.endExport.handler(async ({ input: { exportId }, context }) => ({
      closings: await endPages(deps.pg, asUser(context.caller).id, exportId),
    })),
  };
}
