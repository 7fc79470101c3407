import type { Log } from '@closingwire/chassis/log';
import type { Connection } from 'mongoose';
import { helpArticles } from './articles/help/articles.ts';
import { addressOf } from './messages/store.ts';
import { falseIfItExists, type Models, modelsOf } from './models.ts';

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
async function prepareIndexes(models: Models, log: Log): Promise<void> {
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

/** Indexes, fields that came later, and the help articles that the product comes with. Runs at each start. */
export async function prepare(connection: Connection, log: Log): Promise<void> {
  const models = modelsOf(connection);
  await prepareIndexes(models, log);
  await addAddresses(models);
  await seedArticles(models);
}

/** Messages of before have no `address` yet. */
async function addAddresses({ messages }: Models): Promise<void> {
  for (const { _id, email } of await messages.find({ address: null }, { email: 1 }).lean()) {
    await messages.updateOne({ _id }, { $set: { address: addressOf(email) } });
  }
}

/** Of this seed alone: new texts of its articles change nothing where it ran, since admins may have edited theirs. */
const SEED = 'help-articles-1';

/** Killed halfway, or done by two processes at once, it puts in what is missing, until it was whole once. */
async function seedArticles({ articles, seeds }: Models): Promise<void> {
  if (await seeds.exists({ _id: SEED })) return;
  const firstAt = Date.now();
  for (const [index, article] of helpArticles.entries()) {
    // A minute apart, so that they keep the order they are written in.
    const createdAt = new Date(firstAt - (helpArticles.length - index) * 60_000);
    const { id, ...fields } = article;
    await articles
      .updateOne({ _id: id }, { $setOnInsert: { ...fields, isPublished: true, createdAt } }, { upsert: true })
      .catch(falseIfItExists);
  }
  await seeds
    .updateOne({ _id: SEED }, { $setOnInsert: { seededAt: new Date() } }, { upsert: true })
    .catch(falseIfItExists);
}
