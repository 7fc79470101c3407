import { testMongoUrl } from '@closingwire/chassis/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { helpArticles } from '../help/articles.ts';
import { messagesFrom } from './messages.ts';
import { modelsOf } from './models.ts';
import { prepare } from './prepare.ts';

const opened: Connection[] = [];
let connection: Connection;

beforeEach(async () => {
  connection = await mongoose.createConnection(testMongoUrl()).asPromise();
  opened.push(connection);
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

describe('preparing the store', () => {
  it('seeds once when several processes start together', async () => {
    await Promise.all([prepare(connection), prepare(connection), prepare(connection)]);
    expect(await modelsOf(connection).articles.countDocuments()).toBe(helpArticles.length);
  });

  it('goes on where a killed start left off', async () => {
    const { articles } = modelsOf(connection);
    await prepare(connection);
    await modelsOf(connection).seeds.deleteMany({ _id: 'help-articles-1' });
    await articles.deleteOne({ _id: 'api-key' });
    await prepare(connection);
    expect(await articles.countDocuments()).toBe(helpArticles.length);
  });

  it('makes older messages findable by their address', async () => {
    const { messages } = modelsOf(connection);
    const older = { _id: 'older', name: 'Ada', email: 'Ada@Example.com', subject: 'Hi', message: 'Hello' };
    // SecantusDB may hang when an index is made on a collection that has documents.
    await prepare(connection);
    await messages.collection.insertOne({ ...older, receivedAt: new Date(), pendingEvents: [] } as never);
    await prepare(connection);
    expect(await messagesFrom(messages, 'ada@example.com')).toMatchObject([{ _id: 'older' }]);
  });

  it('leaves alone what an admin wrote or deleted', async () => {
    const { articles } = modelsOf(connection);
    await prepare(connection);
    await articles.deleteOne({ _id: 'api-key' });
    await articles.updateOne({ _id: 'api-request' }, { $set: { answer: 'Rewritten.' } });
    await prepare(connection);
    expect(await articles.exists({ _id: 'api-key' })).toBeNull();
    expect((await articles.findOne({ _id: 'api-request' }))?.answer).toBe('Rewritten.');
  });
});

describe('a query', () => {
  it('by a field that is not there is refused', async () => {
    const wrong = JSON.parse('{"isPublic": true}');
    await expect(modelsOf(connection).articles.deleteMany(wrong)).rejects.toThrow('isPublic');
  });
});
