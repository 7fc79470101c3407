import { AppError } from '@closingwire/chassis/app-error';
import { findBatch } from '../db/batch-view.ts';
import type { RouteDeps } from './deps.ts';
import type { Implementer } from './implementer.ts';
import { ingestionKeyOf } from './ingestion-key.ts';
import { sliceOf } from './paging.ts';

export function batchRoutes(impl: Implementer, { pg }: RouteDeps) {
  return {
    batchOf: impl.batchOf.handler(async ({ input: { batchId, ...page }, context }) => {
      const keyId = await ingestionKeyOf(pg, context.caller);
      const batch = await findBatch(pg, { id: batchId, keyId }, sliceOf(page));
      if (!batch) throw new AppError('missing', 'not_found', 'There is no such batch');
      return batch;
    }),
  };
}
