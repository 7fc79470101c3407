import { hash, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The tab where admins process the lists of California's deletion platform. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

test.beforeEach(async ({ page }) => {
  await page.goto('/admin/operations?tab=deletion-requests');
});

/** A list with an address that no agent has. */
const listOf = () => `ID,Hash\nA7kP2xQ9Lm4R,${hash('sha256', `${randomUUID()}@example.com`, 'base64')}\n`;

const choose = (page: Page, text: string, name: string) =>
  page
    .getByLabel('Choose a list of the platform')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a list is uploaded, processed and answered', async ({ page }) => {
  row('admin/deletion-requests');
  const name = `list-${randomUUID()}.csv`;
  const text = listOf();
  await choose(page, text, name);
  await shown(page, 'Which list is it? Its name does not say.');
  await press(page, 'Email addresses');
  await shown(page, 'The list is uploaded');
  const line = page.getByRole('row').filter({ hasText: name });
  await line.getByText('Not yet').waitFor();
  expect(await line.textContent()).toMatch(/Email addresses.*Done1001Not yet Reply$/);
  await expectAccessible(page);
  const reply = await downloaded(page, () =>
    line.getByRole('link', { name: `Download the reply to ${name}` }).click(),
  );
  expect(reply).toEqual({ name, header: ['Id', 'Status'], rows: [{ Id: 'A7kP2xQ9Lm4R', Status: '5' }] });
  await line.getByText('Not yet').waitFor({ state: 'detached' });
  await shown(page, 'Both lists must be downloaded, processed and answered by');
  await choose(page, text, name);
  await press(page, 'Email addresses');
  await shown(page, 'This list was processed before. Nothing was changed.');
});

test('a list that no agent can be found by is refused', async ({ page }) => {
  await choose(page, listOf(), '20260918_4821_NDZ.csv');
  await shown(page, 'Expected a list of kind Email or Phone');
});
