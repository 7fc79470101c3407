import { createLog, type Log } from '@closingwire/chassis/log';
import { testMongoUrl } from '@closingwire/chassis/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { helpArticles } from './articles/help/articles.ts';
import { messagesOf } from './messages/store.ts';
import { modelsOf } from './models.ts';
import { prepare } from './prepare.ts';

const silent = createLog('prepare test', 'silent');
const opened: Connection[] = [];
let connection: Connection;

beforeEach(async () => {
  connection = await mongoose
    .createConnection(testMongoUrl(), { autoIndex: false, autoCreate: false })
    .asPromise();
  // As the service has it.
  connection.set('sanitizeFilter', true);
  opened.push(connection);
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

describe('preparing the store', () => {
  it('seeds once when several processes start at once', async () => {
    await Promise.all([
      prepare(connection, silent),
      prepare(connection, silent),
      prepare(connection, silent),
    ]);
    expect(await modelsOf(connection).articles.countDocuments()).toBe(helpArticles.length);
  });

  it('continues after a killed start', async () => {
    const { articles } = modelsOf(connection);
    await prepare(connection, silent);
    await modelsOf(connection).seeds.deleteMany({ _id: 'help-articles-1' });
    await articles.deleteOne({ _id: 'api-key' });
    await prepare(connection, silent);
    expect(await articles.countDocuments()).toBe(helpArticles.length);
  });

  it('sets the address of older messages', async () => {
    const { messages } = modelsOf(connection);
    const older = { _id: 'older', name: 'Ada', email: 'Ada@Example.com', subject: 'Hi', message: 'Hello' };
    await prepare(connection, silent);
    await messages.collection.insertOne({ ...older, receivedAt: new Date(), pendingEvents: [] } as never);
    await prepare(connection, silent);
    expect(await messagesOf(messages, { userId: '', email: 'ada@example.com' })).toMatchObject([
      { _id: 'older' },
    ]);
  });

  it('makes no index on filled collections and logs it', async () => {
    row('beyond/indexes');
    const { messages } = modelsOf(connection);
    await prepare(connection, silent);
    await messages.collection.insertOne({
      _id: 'one',
      address: '',
      receivedAt: new Date(),
      pendingEvents: [],
    } as never);
    await messages.collection.dropIndexes();
    const warnings: unknown[] = [];
    const recording = { ...silent, warn: (facts: unknown) => void warnings.push(facts) } as unknown as Log;
    await prepare(connection, recording);
    expect(await messages.listIndexes()).toHaveLength(1);
    expect(warnings).toMatchObject([{ collection: 'contactMessages', missing: [{ pendingSince: 1 }] }]);
  });

  it('replaces the answer of an earlier release', async () => {
    row('beyond/help-updates');
    const { articles } = modelsOf(connection);
    await prepare(connection, silent);
    const newest = helpArticles.find(({ id }) => id === 'api-errors');
    // The answer of the release before.
    const earlier = newest?.answer.replace(' For an unknown view it names your views.', '');
    await articles.updateOne({ _id: 'api-errors' }, { $set: { answer: earlier, isPublished: false } });
    await prepare(connection, silent);
    await prepare(connection, silent);
    expect(await articles.findById('api-errors').lean()).toMatchObject({
      answer: newest?.answer,
      isPublished: false,
    });
  });

  it('keeps articles that an admin edited or deleted', async () => {
    const { articles } = modelsOf(connection);
    await prepare(connection, silent);
    await articles.deleteOne({ _id: 'api-key' });
    await articles.updateOne({ _id: 'api-request' }, { $set: { answer: 'Rewritten.' } });
    await prepare(connection, silent);
    expect(await articles.exists({ _id: 'api-key' })).toBeNull();
    expect((await articles.findOne({ _id: 'api-request' }))?.answer).toBe('Rewritten.');
  });
});

describe('a query', () => {
  it('by an unknown field is refused', async () => {
    const wrong = JSON.parse('{"isPublic": true}');
    await expect(modelsOf(connection).articles.deleteMany(wrong)).rejects.toThrow('isPublic');
  });
});
