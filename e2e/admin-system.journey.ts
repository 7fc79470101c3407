import { kafkaClient } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { until } from '@closingwire/chassis/testing';
import { withAdmin } from '@closingwire/chassis/topics';
import type { GroupState } from '@closingwire/contracts/system';
import { recordBackup } from '@closingwire/operations/backup/record-backup';
import { neededTopics } from '@closingwire/operations/topics/needed-topics';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

/** Sends a message that notifications, its only consumer, cannot parse. */
async function sendPoison(key: string): Promise<void> {
  const log = createLog('poison', 'silent');
  const producer = kafkaClient({
    brokers: whole.kafkaBrokers.split(','),
    clientId: 'poison',
    log,
  }).producer();
  await producer.connect();
  await producer.send({ topic: 'contact-message.received', messages: [{ key, value: 'no event' }] });
  await producer.disconnect();
}

test('each process shows its state and version', async ({ page }) => {
  row('system/processes');
  await page.goto('/admin/operations');
  const table = page.getByRole('table', { name: 'Processes' });
  await table.waitFor();
  const names = Object.keys(whole.processes).sort();
  expect((await table.getByRole('rowheader').allTextContents()).sort()).toEqual(names);
  await shown(page, `${names.length} of ${names.length} ready`);
  expect(await table.getByRole('row').nth(1).textContent()).toMatch(/Ready[0-9a-f]{7,}\+?.*(now|ago)/i);
  const servers = page.getByRole('list', { name: 'Servers' }).getByRole('listitem');
  expect(await servers.allTextContents()).toEqual([
    expect.stringMatching(/^PostgreSQLReadyreached by .*auth.*notifications/),
    'MongoDBReadyreached by content',
    'KafkaReadyreached by auth',
  ]);
  await expectAccessible(page);
});

test('the processes use no topic that `closingwire topics` does not print', async () => {
  const log = createLog('topics', 'silent');
  const kafka = kafkaClient({ brokers: whole.kafkaBrokers.split(','), clientId: 'topics', log });
  const found = await withAdmin({ kafka }, admin => admin.listTopics());
  expect(found).toContain('user.registered');
  const printed = neededTopics.map(({ topic }) => topic);
  expect(found.filter(topic => !topic.startsWith('__') && !printed.includes(topic))).toEqual([]);
});

test('the last backup is shown', async ({ page }) => {
  row('system/last-backup');
  const manifest = {
    takenAt: new Date().toISOString(),
    files: [{ file: 'a', bytes: 41_500_000, sha256: '' }],
  };
  for (let times = 0; times < 2; times++) await recordBackup(`${whole.postgresUrl}auth`, manifest);
  await page.goto('/admin/operations');
  await shown(page, /^, .*, 42 MB$/);
});

test('dead letters can be sent again and discarded', async ({ page, user: admin }) => {
  row('system/dead-letters');
  const key = `poison-${Date.now()}`;
  const lettersLeft = async () => {
    const { json } = await admin.call('GET', '/api/admin/system');
    const { groups } = json as { groups: readonly GroupState[] };
    return groups?.find(({ group }) => group === 'notifications')?.deadLetters ?? 0;
  };
  await sendPoison(key);
  await until(async () => (await lettersLeft()) > 0);
  const before = await lettersLeft();
  await page.goto('/admin/operations');
  const review = page.getByRole('button', { name: 'Dead letters of notifications' });
  await review.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`of ${key}`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Send ${before} again` }).click();
  await shown(page, /\d+ messages? sent again/);
  // It still cannot be parsed, so it comes back.
  await until(async () => (await lettersLeft()) === before);
  await review.click();
  await dialog.getByText(`of ${key}`).waitFor();
  await dialog.getByRole('button', { name: 'Discard…' }).click();
  await dialog.getByRole('button', { name: `Discard ${before} for good` }).click();
  await shown(page, /\d+ messages? discarded/);
  await review.waitFor({ state: 'hidden' });
  expect(await lettersLeft()).toBe(0);
});

test('the freshness of lists is shown, on a phone too', async ({ page }) => {
  row('system/freshness');
  await page.goto('/admin/operations');
  await shown(page, 'Freshness of lists');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('list', { name: 'Processes' }).getByText('billing').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Deliveries of leads' }).click();
  await page.getByRole('tabpanel', { name: 'Leads in' }).waitFor();
});

test('failed parts show an error and can be loaded again', async ({ page }) => {
  row('system/processes', 'system/freshness');
  const failing = ['**/api/admin/system', '**/api/admin/ingestion*'];
  for (const address of failing) {
    await page.route(address, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  }
  await page.goto('/admin/operations');
  await shown(page, 'The state of the system could not be loaded');
  await shown(page, 'The freshness of lists could not be loaded');
  for (const address of failing) await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('table', { name: 'Processes' }).waitFor();
});
