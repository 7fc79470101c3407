import { until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { fakeNotifications } from './fake-services.ts';
import { leadsConfigs, patience } from './start-leads.ts';

let configs: Awaited<ReturnType<typeof leadsConfigs>>;
let notifications: ReturnType<typeof fakeNotifications>;
beforeAll(async () => {
  configs = await leadsConfigs();
  notifications = fakeNotifications(configs.api.SERVICE_SECRET);
  await notifications.start();
});
afterAll(async () => {
  await notifications.stop();
  await configs.identity.close();
});

test('the log of an opt-out names no address, phone, license or secret', async () => {
  row('beyond/opt-out-log');
  const [port, managementPort] = [await freePort(), await freePort()];
  const ports = { PORT: port, MANAGEMENT_PORT: managementPort };
  const settings = { ...configs.api, ...ports, LOG_LEVEL: 'trace', NOTIFICATIONS_URL: notifications.url };
  const api = startProcess('main', settings);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).ok, patience);
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  notifications.faults.away = 1;
  const email = 'canary.agent@example.com';
  const asked = { email, phone: '(206) 555-0189', licenseNumber: 'CANARY-189' };
  expect(await post('/api/opt-out', asked)).toBe(200);
  expect(await post('/api/opt-out', { ...asked, phone: '555-018' })).toBe(400);
  const kept = await until(() => notifications.mailsTo(email)[0], patience);
  const token =
    kept.mail.template === 'confirm-opt-out' ? new URL(kept.mail.link).searchParams.get('token') : '';
  expect((await fetch(`${url}/api/opt-out/link?token=${token}`)).status).toBe(200);
  expect((await fetch(`${url}/api/opt-out/link?token=${token}&token=${token}`)).status).toBe(400);
  expect(await post('/api/opt-out/confirm', { token })).toBe(200);
  expect(await post('/api/opt-out/confirm', { token })).toBe(409);
  await until(() => /mail-opt-out-link/.test(api.log()) && /already used/.test(api.log()));
  await api.kill();
  expect(api.log()).not.toMatch(new RegExp(`canary|555.?018|${token}`, 'i'));
});
