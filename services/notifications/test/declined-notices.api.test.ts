import { openBus } from '@closingwire/chassis/bus';
import { consumer, idempotent } from '@closingwire/chassis/consume';
import { createLog } from '@closingwire/chassis/log';
import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aUser } from './states.ts';

const log = createLog('test', 'silent');
const received: string[] = [];
let notifications: RunningNotifications;
let listening: { stop(): Promise<void> };
beforeAll(async () => {
  notifications = await startNotifications();
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix } = notifications.config;
  const bus = openBus({ brokers, topicPrefix, clientId: 'listener', log });
  const part = consumer({
    group: 'listener',
    handlers: [
      idempotent(
        noticesDeclined,
        async messages => void received.push(...messages.map(({ data }) => data.id)),
      ),
    ],
    bus,
    log,
  });
  await bus.part.start();
  await part.start();
  listening = { stop: () => part.stop().then(() => bus.part.stop()) };
});
afterAll(async () => {
  await listening?.stop();
  await notifications?.stop();
});

async function joinAndDecline(times: number) {
  const user = aUser();
  await notifications.emit(userRegistered, user);
  const [mail] = await mailsAbout(user.email, /has begun/);
  const link = (mail?.headers['list-unsubscribe'] ?? '').slice(1, -1);
  const url = link.replace('https://product.example', notifications.service.http.url);
  for (let time = 0; time < times; time++) {
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  }
  return user.id;
}

test('two clicks on unsubscribe are published once', async () => {
  const first = await joinAndDecline(2);
  const second = await joinAndDecline(1);
  await until(() => received.includes(first) && received.includes(second));
  expect(received.filter(id => id === first)).toHaveLength(1);
});
