import { z } from 'zod';
import { id, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';
import { todaySide, todaySort } from './today.ts';

const route = routesOf('leads');

/** A saved choice of agents in Today. */
export const view = z.object({
  id,
  name: z.string().trim().min(1, 'Expected a name').max(40),
  sort: todaySort,
  search: z.string().trim().max(100),
  zips: z.array(zipCode).max(1_000).describe('Empty: all ZIPs'),
  side: todaySide.nullable().default(null).describe('The side of the deals; null for any'),
  isStart: z.boolean().describe('Shown when Today opens; one view at most'),
});
export type View = z.output<typeof view>;

export const MAX_VIEWS = 30;

/** Routes of saved views. */
export const viewsApi = {
  listViews: route('user', 'GET /api/user/views', { summary: 'List the saved views by name' }).output(
    z.object({ views: z.array(view) }),
  ),

  putView: route('user', 'PUT /api/user/views/{id}', {
    summary: 'Save a view; idempotent',
    description: `A start view replaces the earlier one. An account has at most ${MAX_VIEWS} views, each name once.`,
  })
    .errors({
      name_taken: { status: 409, message: 'Another view has this name' },
      too_many_views: { status: 409, message: `Delete a view first: you have ${MAX_VIEWS}` },
    })
    .input(view)
    .output(view),

  deleteView: route('user', 'DELETE /api/user/views/{id}', {
    summary: 'Delete a view; idempotent',
  })
    .input(z.object({ id }))
    .output(
      z.object({
        removed: z.boolean(),
        wasInDigest: z
          .boolean()
          .describe('The email with new agents had this view; it has all ZIP codes again'),
      }),
    ),
};
