import { AppError } from '@closingwire/chassis/app-error';
import { impl, type RouteDeps } from '../context.ts';
import { applyTrustJob } from '../jobs.ts';
import { nameNewSource, nameSourceChanges } from './audited.ts';
import { findSource, insertSource, listSources, missingSource, updateSource } from './store.ts';

const taken = () => new AppError('conflict', 'source_exists', 'There is a source of this name');

export function sourceRoutes({ pg }: RouteDeps) {
  async function sourceWith(id: number) {
    const source = await findSource(pg, id);
    if (!source) throw missingSource();
    return source;
  }

  return {
    listSources: impl.listSources.handler(async () => ({ sources: await listSources(pg) })),

    createSource: impl.createSource.handler(async ({ input, context }) => {
      const id = await insertSource(pg, input);
      if (id === undefined) throw taken();
      nameNewSource(input, context);
      return sourceWith(id);
    }),

    updateSource: impl.updateSource.handler(async ({ input: { sourceId, ...draft }, context }) => {
      const before = await sourceWith(sourceId);
      await pg.transaction(async tx => {
        if (!(await updateSource(tx, sourceId, draft))) throw taken();
        if (draft.trust !== before.trust) await applyTrustJob.enqueue(tx, { sourceId });
      });
      const after = await sourceWith(sourceId);
      nameSourceChanges(before, after, context);
      return after;
    }),
  };
}
