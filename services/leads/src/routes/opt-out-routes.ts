import { suppress } from '../db/suppressions.ts';
import type { RouteDeps } from './deps.ts';
import type { Implementer } from './implementer.ts';

export function optOutRoutes(impl: Implementer, { pg }: RouteDeps) {
  return {
    optOut: impl.optOut.handler(async ({ input }) => {
      await pg.transaction(tx => suppress(tx, input));
      return { message: 'You are left out of every list from now on.' };
    }),
  };
}
