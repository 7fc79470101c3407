import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import { impl, type RouteDeps } from '../context.ts';
import { applyTrustJob } from '../jobs.ts';
import { nameNewSource, nameSourceChanges } from './audited.ts';
import { findSource, insertSource, listSources, missingSource, updateSource } from './store.ts';

const taken = () => new AppError('conflict', 'source_exists', 'There is a source of this name');

/**
 * Enqueues a look at what this source and others report, for the end of its license: from then on the facts of this
 * source do not count.
 */
async function decideAtEnd(tx: Tx, sourceId: number, expiresAt: string | null): Promise<void> {
  const end = expiresAt === null ? 0 : Date.parse(expiresAt);
  if (end > Date.now()) await applyTrustJob.enqueue(tx, { sourceId }, { runAt: new Date(end) });
}

export function sourceRoutes({ pg }: RouteDeps) {
  async function sourceWith(id: number) {
    const source = await findSource(pg, id);
    if (!source) throw missingSource();
    return source;
  }

  return {
    listSources: impl.listSources.handler(async () => ({ sources: await listSources(pg) })),

    createSource: impl.createSource.handler(async ({ input, context }) => {
      const id = await pg.transaction(async tx => {
        const id = await insertSource(tx, input);
        if (id !== undefined) await decideAtEnd(tx, id, input.expiresAt);
        return id;
      });
      if (id === undefined) throw taken();
      nameNewSource(input, context);
      return sourceWith(id);
    }),

    updateSource: impl.updateSource.handler(async ({ input: { sourceId, ...draft }, context }) => {
      const before = await sourceWith(sourceId);
      await pg.transaction(async tx => {
        if (!(await updateSource(tx, sourceId, draft))) throw taken();
        const isOtherEnd = draft.expiresAt !== before.expiresAt;
        if (isOtherEnd || draft.trust !== before.trust) await applyTrustJob.enqueue(tx, { sourceId });
        if (isOtherEnd) await decideAtEnd(tx, sourceId, draft.expiresAt);
      });
      const after = await sourceWith(sourceId);
      nameSourceChanges(before, after, context);
      return after;
    }),
  };
}
