import type { Log } from '@closingwire/chassis/log';
import { type Connection, trusted } from 'mongoose';
import { answerVersions, versionOf } from './articles/help/answer-versions.ts';
import { helpArticles } from './articles/help/articles.ts';
import { addressOf } from './messages/store.ts';
import { falseIfItExists, type Models, modelsOf } from './models.ts';

type Indexed = {
  collection: { collectionName: string };
  estimatedDocumentCount(): PromiseLike<number>;
  createIndexes(): Promise<void>;
  diffIndexes(): Promise<{ toCreate: unknown[] }>;
};

const indexed = ({ articles, messages, settings }: Models): Indexed[] => [articles, messages, settings];

/**
 * Makes the indexes of empty collections. For a collection with documents it logs the missing indexes, which `make
 * mongo-indexes` makes: that may take long, and it blocks all of SecantusDB.
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

export async function buildIndexes(models: Models): Promise<void> {
  for (const model of indexed(models)) await model.createIndexes();
}

/** Runs at each start of the service. */
export async function prepare(connection: Connection, log: Log): Promise<void> {
  const models = modelsOf(connection);
  await prepareIndexes(models, log);
  await addAddresses(models);
  await seedArticles(models);
  await updateAnswers(models);
}

/** Sets `address` on messages older than the field. */
async function addAddresses({ messages }: Models): Promise<void> {
  for (const { _id, email } of await messages.find({ address: null }, { email: 1 }).lean()) {
    await messages.updateOne({ _id }, { $set: { address: addressOf(email) } });
  }
}

/** Articles that an admin deleted must not return, so articles are seeded only once. */
const SEED = 'help-articles-1';

/** Inserts the help articles. After a crash, or beside another process, it inserts only the missing ones. */
async function seedArticles({ articles, seeds }: Models): Promise<void> {
  if (await seeds.exists({ _id: SEED })) return;
  const firstAt = Date.now();
  for (const [index, article] of helpArticles.entries()) {
    // `createdAt` differs by a minute, because lists sort by it.
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

/** Replaces answers of earlier releases. An answer that an admin edited is none of them, and stays. */
async function updateAnswers({ articles }: Models): Promise<void> {
  const stored = await articles
    .find({ _id: trusted({ $in: Object.keys(answerVersions) }) }, { answer: 1 })
    .lean();
  const storedAnswer = new Map(stored.map(({ _id, answer }) => [_id, answer]));
  for (const { id, answer } of helpArticles) {
    const before = storedAnswer.get(id);
    if (before === undefined || before === answer) continue;
    if (!answerVersions[id]?.includes(versionOf(before))) continue;
    // An admin may edit it meanwhile.
    await articles.updateOne({ _id: id, answer: before }, { $set: { answer } });
  }
}
