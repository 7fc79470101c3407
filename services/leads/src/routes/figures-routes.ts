import { summaryOfClosings } from '../db/closing-summary.ts';
import { leadsByDay } from '../db/lead-statistics.ts';
import { binPrices } from '../domain/price-spread.ts';
import { latestToday } from '../domain/state-time-zone.ts';
import { dashboardFilter } from './dashboard-filter.ts';
import type { RouteDeps } from './deps.ts';
import type { Implementer } from './implementer.ts';
import { readableZips } from './lead-reader.ts';

/** What pictures are drawn from. */
export function figuresRoutes(impl: Implementer, deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    summariseAgents: impl.summariseAgents.handler(async ({ input, context }) => {
      const zips = await readableZips(deps, context.caller, input.zipCode);
      const now = clock();
      const filter = dashboardFilter(zips, input, now);
      const { quartiles, undisclosed, steps, ...counts } = await summaryOfClosings(pg, filter);
      const [lowerQuartile, median, upperQuartile] = quartiles ?? [null, null, null];
      return {
        ...counts,
        from: filter.window.from,
        to: filter.window.to ?? latestToday(now),
        prices: { undisclosed, lowerQuartile, median, upperQuartile, bins: binPrices(steps) },
      };
    }),

    leadStatistics: impl.leadStatistics.handler(async ({ input }) => ({
      days: await leadsByDay(pg, input.days, clock()),
    })),
  };
}
