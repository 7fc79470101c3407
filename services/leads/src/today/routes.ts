import { asUser } from '@closingwire/chassis/identity';
import { jsonText } from '@closingwire/chassis/orpc';
import type { Pg } from '@closingwire/chassis/pg';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { TodayReply } from '@closingwire/contracts/today';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { lastDays } from '../lists/calendar.ts';
import { readAsReader, readableZips } from '../lists/readers.ts';
import { sliceOf } from '../lists/views.ts';
import { removeOutcome, type StoredOutcome, storeOutcome } from './outcomes.ts';
import { type TodayPage, todayPage } from './today-page.ts';
import { storeVisit } from './visits.ts';

const toOutcome = ({ madeAt, ...outcome }: StoredOutcome) => ({ ...outcome, madeAt: madeAt.toISOString() });

/** Routes of the dashboard's first tab. */
export function todayRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  const on = (db: Pg) => ({ ...deps, pg: db });
  return {
    today: implUnchecked.today.handler(async ({ input: { page, limit, sort, zips, search }, context }) => {
      const user = asUser(context.caller);
      const now = clock();
      const { agents, ...counts } = await deps.reads(user.id, db =>
        readAsReader<TodayPage>(on(db), user, zipCodes =>
          todayPage({
            accountId: user.id,
            filter: {
              zipCodes,
              someZips: zips ? zips.split(',') : undefined,
              window: lastDays(LIST_DAYS, now),
              accountId: user.id,
            },
            search,
            sort,
            slice: sliceOf({ page, limit }),
            now,
          }),
        ),
      );
      const { total, closings, newAgents, due, newSince } = counts;
      const rest = { total, closings, newAgents, due, newSince: newSince?.toISOString() ?? null, page };
      const totalPages = Math.ceil(total / limit);
      return jsonText<TodayReply>(`{"agents":${agents},${JSON.stringify({ ...rest, totalPages }).slice(1)}`);
    }),

    visitToday: impl.visitToday.handler(async ({ context }) => {
      const previous = await storeVisit(pg, asUser(context.caller).id, clock());
      return { newSince: previous?.toISOString() ?? null };
    }),

    putOutcome: impl.putOutcome.handler(async ({ input: { outcomeId, ...asked }, context }) => {
      const zipCodes = await readableZips(deps, context.caller);
      const stored = await pg.transaction(tx =>
        storeOutcome(
          tx,
          {
            id: outcomeId,
            accountId: asUser(context.caller).id,
            agentId: asked.agentId,
            outcome: asked.outcome,
            note: asked.note ?? null,
            followUpOn: asked.followUpOn ?? null,
          },
          { zipCodes, now: clock() },
        ),
      );
      return toOutcome(stored);
    }),

    undoOutcome: impl.undoOutcome.handler(async ({ input: { outcomeId }, context }) => ({
      removed: await removeOutcome(pg, asUser(context.caller).id, outcomeId),
    })),
  };
}
