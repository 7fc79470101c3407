import { Schema } from 'mongoose';
import { afterEach, expect, test } from 'vitest';
import { partsOfTest, silent } from '../../test/bench-parts.ts';
import { toDatabaseError } from '../process/database-error.ts';
import { testMongoUrl } from '../testing/testing.ts';
import { openMongo } from './mongo.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function open() {
  const mongo = openMongo({
    url: testMongoUrl(),
    name: 'content',
    log: silent,
    prepare: async connection => void (await connection.createCollection('articles')),
  });
  const articles = mongo.connection.model('Article', new Schema({ title: String }), 'articles');
  await parts.start(mongo.part);
  return { mongo, articles };
}

test('documents are kept and found', async () => {
  const { mongo, articles } = await open();
  await mongo.part.check?.();
  await articles.create({ title: 'Getting started' });
  expect(await articles.findOne({ title: 'Getting started' }).lean()).toMatchObject({
    title: 'Getting started',
  });
});

test('an unknown query field and a sent operator are refused', async () => {
  const { articles } = await open();
  await articles.create({ title: 'secret' });
  await expect(articles.find({ titel: 'x' }).exec()).rejects.toThrow('titel');
  const sent = JSON.parse('{"title":{"$ne":"x"}}');
  await expect(articles.find(sent).exec()).rejects.toThrow(/Cast/);
});

test('an absent server is unavailable', async () => {
  const { mongo, articles } = await open();
  await mongo.connection.close();
  const failure = await articles.findOne({ title: 'x' }).exec().catch(toDatabaseError);
  expect(failure).toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
});
