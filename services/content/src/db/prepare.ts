import type { Log } from '@closingwire/chassis/log';
import type { Connection } from 'mongoose';
import { helpArticles } from '../help/articles.ts';
import { falseIfItExists } from './duplicate-key.ts';
import { prepareIndexes } from './indexes.ts';
import { addressOf } from './messages.ts';
import { type Models, modelsOf } from './models.ts';

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
