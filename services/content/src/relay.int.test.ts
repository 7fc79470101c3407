import { type Bus, openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testMongoUrl } from '@closingwire/chassis/testing';
import { settingChanged } from '@closingwire/contracts/content';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Models, modelsOf } from './models.ts';
import { relayAll } from './relay.ts';
import { putSetting } from './settings/store.ts';

const setting = {
  key: 'initial_scrape_webhook_url',
  value: 'https://example.com/hook',
  description: '',
  isDefault: false,
} as const;
const bus = openBus({ ...testBusOptions(), clientId: 'test', log: createLog('test', 'silent') });
let connection: Connection;
let models: Models;

beforeAll(async () => {
  connection = await mongoose.createConnection(testMongoUrl()).asPromise();
  models = modelsOf(connection);
  await models.settings.createIndexes();
});
afterAll(async () => {
  await Promise.all([connection.close(), bus.part.stop()]);
});

/** Returns a bus whose `send` also records the ids of the messages, then calls `then`. */
function spying(then: () => void = () => {}): Bus & { ids: string[] } {
  const ids: string[] = [];
  return {
    ...bus,
    ids,
    async send(event, messages) {
      await bus.send(event, messages);
      ids.push(...messages.map(message => message.id ?? ''));
      then();
    },
  };
}

describe('the relay of pending events', () => {
  it('publishes again under the same id after a crash', async () => {
    await putSetting(models.settings, setting, new Date());
    const killed = spying(() => {
      throw new Error('killed after sending');
    });
    await expect(relayAll([models.settings], killed)).rejects.toThrow('killed');

    const restarted = spying();
    await relayAll([models.settings], restarted);
    expect(killed.ids).toHaveLength(1);
    expect(restarted.ids).toEqual(killed.ids);
  });

  it('removes published events', async () => {
    await putSetting(models.settings, { ...setting, value: '' }, new Date());
    await relayAll([models.settings], spying());
    const kept = await models.settings.findOne({ _id: setting.key }).lean();
    expect(kept).toMatchObject({ value: '', pendingEvents: [] });
    expect(kept).not.toHaveProperty('pendingSince');
    expect(await relayAll([models.settings], bus)).toBe(0);
  });

  it('keeps an event that was added meanwhile', async () => {
    await putSetting(models.settings, setting, new Date());
    const changing: Promise<unknown>[] = [];
    const first = spying(() => {
      if (changing.length === 0) {
        changing.push(
          putSetting(models.settings, { ...setting, value: 'https://example.com/2' }, new Date()),
        );
      }
    });
    const slow: Bus = {
      ...first,
      async send(event, messages) {
        await first.send(event, messages);
        await Promise.all(changing);
      },
    };
    await relayAll([models.settings], slow);
    const second = spying();
    await relayAll([models.settings], second);
    expect(second.ids).toHaveLength(1);
    expect(second.ids).not.toEqual(first.ids);
  });

  it('reads the event from the changed document', async () => {
    await putSetting(models.settings, { ...setting, value: 'https://example.com/3' }, new Date());
    const kept = await models.settings.findOne({ _id: setting.key }).lean();
    expect(kept?.pendingEvents).toMatchObject([
      { topic: settingChanged.topic, data: { value: 'https://example.com/3', version: kept?.version } },
    ]);
  });
});
