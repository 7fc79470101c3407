import type { Log } from '@closingwire/chassis/log';
import type { Models } from './models.ts';

/** Of a model, what indexes need. */
type Indexed = {
  collection: { collectionName: string };
  estimatedDocumentCount(): PromiseLike<number>;
  createIndexes(): Promise<void>;
  diffIndexes(): Promise<{ toCreate: unknown[] }>;
};

const indexed = ({ articles, messages, settings }: Models): Indexed[] => [articles, messages, settings];

/**
 * Makes the indexes of collections that are empty. Building one over documents may take long, and holds up a whole
 * SecantusDB: what a filled collection lacks is named in the log, and left to `make mongo-indexes`.
 */
export async function prepareIndexes(models: Models, log: Log): Promise<void> {
  for (const model of indexed(models)) {
    if ((await model.estimatedDocumentCount()) === 0) {
      await model.createIndexes();
      continue;
    }
    const { toCreate } = await model.diffIndexes();
    if (toCreate.length > 0) {
      const { collectionName: collection } = model.collection;
      log.warn({ collection, missing: toCreate }, 'indexes are missing: run make mongo-indexes');
    }
  }
}

/** Makes every index, however long that takes. */
export async function buildIndexes(models: Models): Promise<void> {
  for (const model of indexed(models)) await model.createIndexes();
}
