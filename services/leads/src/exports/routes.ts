import { asUser } from '@closingwire/chassis/identity';
import { impl, type RouteDeps } from '../context.ts';
import { findExports, forgetExports } from '../lists/kept-exports.ts';
import { sliceOf } from '../lists/views.ts';
import { findChoice, storeChoice } from './choice.ts';

export const exportRoutes = ({ pg }: RouteDeps) => ({
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
