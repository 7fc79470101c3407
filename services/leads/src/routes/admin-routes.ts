import { pageOfClosings } from '../db/closings-view.ts';
import { between } from '../domain/sale-window.ts';
import type { RouteDeps } from './deps.ts';
import type { Implementer } from './implementer.ts';
import { sliceOf } from './paging.ts';

const ALWAYS = between(undefined, undefined);

export function adminRoutes(impl: Implementer, { pg }: RouteDeps) {
  return {
    listLeadsOfZip: impl.listLeadsOfZip.handler(({ input: { id, search, ...page } }) =>
      pageOfClosings(pg, { zips: [id], search, window: ALWAYS }, sliceOf(page)),
    ),
  };
}
