import { asUser } from '@closingwire/chassis/identity';
import { impl, type RouteDeps } from '../context.ts';
import { askedZips, type ClosingFilter, dashboardFilter } from '../lists/closing-filter.ts';
import { findExports, forgetExports } from '../lists/kept-exports.ts';
import { readableZips } from '../lists/readers.ts';
import { sliceOf } from '../lists/views.ts';
import { findChoice, newTo, storeChoice } from './choice.ts';
import { countOf, layoutOf } from './layouts.ts';
import { findLeftOut } from './left-out.ts';

export const exportRoutes = ({ pg, ...deps }: RouteDeps) => ({
  countFile: impl.countFile.handler(
    async ({ input: { preset, onlyNew, comparedWith, viewId, ...filters }, context }) => {
      const { id: userId } = asUser(context.caller);
      return deps.reads(userId, async db => {
        const zipCodes = await readableZips({ ...deps, pg: db }, context.caller, askedZips(filters));
        const filter: ClosingFilter = {
          ...dashboardFilter(userId, zipCodes, filters, deps.clock()),
          use: 'exports',
          newTo: newTo({ preset, onlyNew, comparedWith, viewId }),
        };
        const layout = layoutOf({ preset, columns: null });
        const { rows } = await db.one<{ rows: number }>(countOf(layout, filter));
        return { rows, leftOut: await findLeftOut(db, layout, filter) };
      });
    },
  ),

  listExports: impl.listExports.handler(async ({ input: { page, limit }, context }) => {
    const { exports, total } = await findExports(pg, asUser(context.caller).id, sliceOf({ page, limit }));
    return { exports, total, page, totalPages: Math.ceil(total / limit) };
  }),

  forgetExports: impl.forgetExports.handler(async ({ context }) => ({
    forgotten: await pg.transaction(tx => forgetExports(tx, asUser(context.caller).id)),
  })),

  fileChoice: impl.fileChoice.handler(({ input: { viewId }, context }) =>
    findChoice(pg, asUser(context.caller).id, viewId),
  ),

  putFileChoice: impl.putFileChoice.handler(({ input, context }) =>
    pg.transaction(tx => storeChoice(tx, asUser(context.caller).id, input)),
  ),
});
