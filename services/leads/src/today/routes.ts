import { asUser } from '@closingwire/chassis/identity';
import { jsonText } from '@closingwire/chassis/orpc';
import type { Pg } from '@closingwire/chassis/pg';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { TodayReply } from '@closingwire/contracts/today';
import { impl, implUnchecked, type RouteDeps } from '../context.ts';
import { lastDays } from '../lists/calendar.ts';
import { readAsReader, readableZips } from '../lists/readers.ts';
import { sliceOf } from '../lists/views.ts';
import { pageOfOutcomes, removeOutcome, storeOutcome, toOutcome } from '../outcomes/store.ts';
import { readAgentPage } from './agent-page.ts';
import { type TodayPage, todayPage } from './today-page.ts';
import { findViews, removeView, storeView } from './views.ts';
import { storeVisit } from './visits.ts';
import { removeWatch, storeWatch } from './watches.ts';

/** Routes of saved views. */
export const viewRoutes = ({ pg }: RouteDeps) => ({
  listViews: impl.listViews.handler(async ({ context }) => ({
    views: await findViews(pg, asUser(context.caller).id),
  })),
  putView: impl.putView.handler(({ input, context }) =>
    pg.transaction(tx => storeView(tx, asUser(context.caller).id, input)),
  ),
  deleteView: impl.deleteView.handler(({ input: { id }, context }) =>
    removeView(pg, asUser(context.caller).id, id),
  ),
});

/** Routes about one agent. */
export function agentPageRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    readAgent: impl.readAgent.handler(({ input: { agentId }, context }) => {
      const { id: accountId } = asUser(context.caller);
      return deps.reads(accountId, async db => {
        const zipCodes = await readableZips({ ...deps, pg: db }, context.caller);
        return readAgentPage(db, { accountId, agentId, zipCodes, now: clock() });
      });
    }),
    watchAgent: impl.watchAgent.handler(async ({ input: { agentId }, context }) => {
      const { id: accountId } = asUser(context.caller);
      const zipCodes = await readableZips(deps, context.caller);
      await pg.transaction(tx => storeWatch(tx, { accountId, agentId, zipCodes, now: clock() }));
      return { isWatched: true };
    }),
    unwatchAgent: impl.unwatchAgent.handler(async ({ input: { agentId }, context }) => {
      await pg.transaction(tx => removeWatch(tx, asUser(context.caller).id, agentId));
      return { isWatched: false };
    }),
  };
}

/** Routes of the dashboard's first tab. */
export function todayRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  const on = (db: Pg) => ({ ...deps, pg: db });
  return {
    today: implUnchecked.today.handler(
      async ({ input: { page, limit, show, sort, zips, search, side }, context }) => {
        const user = asUser(context.caller);
        const now = clock();
        const { agents, ...counts } = await deps.reads(user.id, db =>
          readAsReader<TodayPage>(on(db), user, zipCodes =>
            todayPage({
              accountId: user.id,
              filter: {
                zipCodes,
                someZips: zips?.split(','),
                window: lastDays(LIST_DAYS, now),
                accountId: user.id,
                side,
              },
              search,
              show,
              sort,
              slice: sliceOf({ page, limit }),
              now,
            }),
          ),
        );
        const { newSince, ...numbers } = counts;
        const rest = { ...numbers, newSince: newSince?.toISOString() ?? null, page };
        const totalPages = Math.ceil(counts.total / limit);
        return jsonText<TodayReply>(
          `{"agents":${agents},${JSON.stringify({ ...rest, totalPages }).slice(1)}`,
        );
      },
    ),

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
            madeAt: asked.madeAt === undefined ? undefined : new Date(asked.madeAt),
          },
          { zipCodes, now: clock() },
        ),
      );
      return toOutcome(stored);
    }),

    listOutcomes: impl.listOutcomes.handler(async ({ input: { outcome, page, limit }, context }) => {
      const zipCodes = await readableZips(deps, context.caller);
      const asked = { accountId: asUser(context.caller).id, latest: outcome };
      const found = await pageOfOutcomes(pg, asked, { zipCodes, ...sliceOf({ page, limit }) });
      return { ...found, page, totalPages: Math.ceil(found.total / limit) };
    }),

    undoOutcome: impl.undoOutcome.handler(async ({ input: { outcomeId }, context }) => ({
      removed: await removeOutcome(pg, asUser(context.caller).id, outcomeId),
    })),
  };
}
