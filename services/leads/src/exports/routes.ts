import { asUser } from '@closingwire/chassis/identity';
import { impl, type RouteDeps } from '../context.ts';
import { askedZips, type ClosingFilter, dashboardFilter } from '../lists/closing-filter.ts';
import { findExports, forgetExports } from '../lists/kept-exports.ts';
import { readableZips } from '../lists/readers.ts';
import { sliceOf } from '../lists/views.ts';
import { findChoice, newTo, storeChoice } from './choice.ts';
import { countOf, layoutOf } from './layouts.ts';

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
        return db.one<{ rows: number }>(countOf(layoutOf({ preset, columns: null }), filter));
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

  fileChoice: impl.fileChoice.handler(async ({ context }) => ({
    choice: await findChoice(pg, asUser(context.caller).id),
  })),

  putFileChoice: impl.putFileChoice.handler(async ({ input: choice, context }) => {
    await storeChoice(pg, asUser(context.caller).id, choice);
    return { choice };
  }),
});
