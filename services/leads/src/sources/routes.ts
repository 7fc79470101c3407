import { AppError } from '@closingwire/chassis/app-error';
import { impl, type RouteDeps } from '../context.ts';
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

    createSource: impl.createSource.handler(async ({ input }) => {
      const id = await insertSource(pg, input);
      if (id === undefined) throw taken();
      return sourceWith(id);
    }),

    updateSource: impl.updateSource.handler(async ({ input: { sourceId, ...draft } }) => {
      await sourceWith(sourceId);
      if (!(await updateSource(pg, sourceId, draft))) throw taken();
      return sourceWith(sourceId);
    }),
  };
}
