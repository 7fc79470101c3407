import { newId } from '@closingwire/chassis/ids';
import type { IngestedBatch, Undo } from '@closingwire/contracts/ingestion';
import type { Source } from '@closingwire/contracts/sources';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { underTerm } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The undo of deliveries, and the source that a file is from. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '/admin/operations?tab=leads-in';
test.beforeEach(async ({ page }) => {
  await page.goto(address);
});

const yesterday = dayBefore(1);

type Sale = { street: string; zip: string; agent: string; price: number };

const fileOf = (sales: readonly Sale[]) =>
  [
    'full_name,email,address1,zip,sold_date,sale_price',
    ...sales.map(({ agent, street, zip, price }) =>
      [agent, 'ann@example.com', street, zip, yesterday, price].join(','),
    ),
    '',
  ].join('\n');

/** Delivers a file on the page and returns its name. */
async function deliver(page: Page, sales: readonly Sale[]): Promise<string> {
  const name = `undo-${newId()}.csv`;
  await page.getByLabel('Source of the file').selectOption('Files of admins');
  await choose(page, sales, name);
  await page.getByRole('button', { name: /^Deliver \d+ rows?$/ }).click();
  await shown(page, `${sales.length} of ${sales.length} row${sales.length === 1 ? '' : 's'} stored`);
  await page.getByRole('button', { name: `Undo ${name}` }).waitFor();
  await press(page, 'Deliver Another File');
  return name;
}

const choose = (page: Page, sales: readonly Sale[], name: string) =>
  page
    .getByLabel('Choose a file of leads')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(fileOf(sales)) });

/** Returns the prices of the agent's closings, by street. */
async function pricesOf(admin: User, zip: string, agent: string): Promise<Record<string, number>> {
  const path = `/api/admin/zip-codes/${zip}/leads?search=${encodeURIComponent(agent)}`;
  const { json } = await expectStatus(admin.call('GET', path), 200);
  const { agents } = json as { agents: { property: { address1: string; price: number } }[] };
  return Object.fromEntries(agents.map(({ property }) => [property.address1, property.price]));
}

const lineOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name });

const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');

test('a delivery is undone after its consequences are shown', async ({ page, user: admin }) => {
  row('leads-in/undo');
  const [zip = ''] = await freeZips(admin, 1);
  const agent = `Ann Example ${Date.now()}`;
  const sale = (street: string, price: number): Sale => ({ agent, zip, street, price });
  const first = await deliver(page, [sale('1 Cedar St', 640_000)]);
  const second = await deliver(page, [sale('1 Cedar St', 990_000), sale('2 Cedar St', 650_000)]);
  expect(await pricesOf(admin, zip, agent)).toEqual({ '1 Cedar St': 990_000, '2 Cedar St': 650_000 });

  await page.getByRole('button', { name: `Details of ${second}` }).click();
  await page.getByRole('dialog', { name: second }).getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this delivery' });
  await dialog.getByText(`${second}, 2 rows`).waitFor();
  await dialog.getByText(/^Removes what only this delivery reported/).waitFor();
  await dialog.getByText('What later deliveries reported stays.').waitFor();
  await dialog.getByText('It has no rejected rows.').waitFor();
  await dialog
    .getByText('A rejected row of an earlier delivery that this one repaired is open again.')
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Details of ${second}`);

  await page.getByRole('button', { name: `Undo ${second}` }).click();
  await dialog.getByRole('button', { name: 'Undo Delivery' }).click();
  await toasted(page, 'The delivery is being undone');
  await lineOf(page, second)
    .getByText('Undone just now · 1 closing removed, 1 restored · 0 agents removed, 0 restored')
    .waitFor();
  expect(await pricesOf(admin, zip, agent)).toEqual({ '1 Cedar St': 640_000 });
  expect(await page.getByRole('button', { name: `Undo ${second}` }).count()).toBe(0);
  expect(await focused(page)).toBe(`Details of ${second}`);
  await expectAccessible(page);

  await page.getByRole('button', { name: `Undo ${first}` }).click();
  await press(page, 'Undo Delivery');
  await lineOf(page, first)
    .getByText('Undone just now · 1 closing removed, 0 restored · 1 agent removed, 0 restored')
    .waitFor();
  expect(await pricesOf(admin, zip, agent)).toEqual({});
});

test('rows of undone deliveries are named beside the rows of their month', async ({ page, user: admin }) => {
  row('leads-in/undone-rows');
  const [zip = ''] = await freeZips(admin, 1);
  const name = await deliver(page, [
    { agent: `Ann Example ${Date.now()}`, zip, street: '3 Cedar St', price: 640_000 },
  ]);
  await page.getByRole('button', { name: `Undo ${name}` }).click();
  await press(page, 'Undo Delivery');
  await lineOf(page, name)
    .getByText(/^Undone just now/)
    .waitFor();
  await page.goto('/admin/operations?tab=business');
  const rows = page.getByRole('region', { name: 'Rows delivered' });
  const newest = rows.getByRole('row').or(rows.getByRole('listitem')).filter({ hasText: 'undone' }).first();
  const accepted = await newest.getByRole('link').textContent();
  const undone = /, of which ([\d,]+) (?:was|were) undone/.exec((await newest.textContent()) ?? '')?.[1];
  await newest.getByRole('link').click();
  await shown(page, new RegExp(`: ${accepted} rows? accepted, of which ${undone} (was|were) undone$`));
  expect(await page.locator(':focus').textContent()).toBe('Deliveries of leads');
  await lineOf(page, name).waitFor();
  await expectAccessible(page);
  await press(page, 'All deliveries');
  await shown(page, / in the last 90 days$/);
});

const listed = '**/api/admin/ingestion?*';

/** Shows the page a delivery whose undo has this state. */
async function showUndo(page: Page, undo: Undo): Promise<void> {
  await page.unroute(listed);
  // Fetched before: a reply that waits for the server could meet the end of the route.
  const reply = await page.request.get('/api/admin/ingestion?page=1&limit=20');
  const list = (await reply.json()) as { batches: IngestedBatch[] };
  const batches = list.batches.slice(0, 1).map(batch => ({ ...batch, fileName: 'one.csv', undo }));
  await page.route(listed, route => route.fulfill({ json: { ...list, batches } }));
  await page.goto(address);
}

describe.each(looks)('the state of an undo $at', ({ look }) => {
  test.override('look', look);

  test('is shown in the list and in the details', async ({ page, user }) => {
    row('leads-in/undo-states');
    const [zip = ''] = await freeZips(user, 1);
    await deliver(page, [{ agent: 'Ann Example', zip, street: '1 Elm St', price: 500_000 }]);
    const details = () => page.getByRole('button', { name: 'Details of one.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'one.csv' });
    const hasUndo = () => page.getByRole('button', { name: /^Undo/ }).count();
    const at = new Date(Date.now() - 5.5 * 60_000).toISOString();

    await showUndo(page, { state: 'impossible', reason: 'It is older than 30 days' });
    await details();
    await underTerm(dialog, 'Undo').getByText('It is older than 30 days').waitFor();
    expect(await hasUndo()).toBe(0);
    await expectAccessible(page);

    await showUndo(page, { state: 'running', startedAt: at });
    await shown(page, 'Being undone');
    await details();
    await underTerm(dialog, 'Undo').getByText('Being undone; this takes some seconds').waitFor();
    expect(await hasUndo()).toBe(0);

    const done =
      'Undone 5 minutes ago · 12 closings removed, 30 restored, 3 kept because a later delivery reported them';
    const counts = { removed: 12, restored: 30, kept: 3 };
    await showUndo(page, { state: 'done', at, counts });
    await lineOf(page, 'one.csv').getByText(done).waitFor();
    await expectAccessible(page);
    await details();
    await underTerm(dialog, 'Undo').getByText(done).waitFor();

    await showUndo(page, { state: 'possible' });
    await details();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expectAccessible(page);
  });
});

test('a refused undo says why', async ({ page, user }) => {
  row('leads-in/undo');
  const [zip = ''] = await freeZips(user, 1);
  const name = await deliver(page, [{ agent: 'Ann Example', zip, street: '1 Oak St', price: 500_000 }]);
  const message = 'It is older than 30 days';
  await page.route('**/undo', route =>
    route.fulfill({ status: 409, json: { code: 'not_undoable', message } }),
  );
  await page.getByRole('button', { name: `Undo ${name}` }).click();
  await press(page, 'Undo Delivery');
  await toasted(page, 'Failed to undo the delivery', message);
  await page.getByRole('button', { name: `Undo ${name}` }).waitFor();
});

async function aSourceOfFiles(admin: User, states: string[] | null): Promise<Source> {
  const draft = {
    name: `Portal ${newId()}`,
    kind: 'file',
    license: null,
    permittedUses: ['lists', 'exports', 'api'],
    states,
    expiresAt: null,
    contact: null,
    mustBeNamed: false,
  };
  const { json } = await expectStatus(admin.call('POST', '/api/admin/sources', draft), 201);
  return json as Source;
}

test('a file is from the chosen source', async ({ page, user: admin }) => {
  row('leads-in/source', 'leads-in/deliveries');
  const [zip = ''] = await freeZips(admin, 1);
  const other = await aSourceOfFiles(admin, ['VT']);
  const { name } = await aSourceOfFiles(admin, null);
  await page.goto(address);
  const source = page.getByLabel('Source of the file');
  expect(await source.locator('option:checked').textContent()).toBe('Choose the source');
  expect(await source.locator('option').allTextContents()).toEqual(
    expect.arrayContaining([other.name, name]),
  );
  await expectAccessible(page);

  const fileName = `source-${newId()}.csv`;
  await choose(page, [{ agent: 'Ann Example', zip, street: '1 Fir St', price: 500_000 }], fileName);
  await page
    .getByRole('alert')
    .getByText('Choose the source of this file. The file is then checked.')
    .waitFor();
  await shown(page, `${fileName} is checked when its source is chosen`);
  await expectAccessible(page);
  await source.selectOption('Files of admins');
  await shown(page, '1 row can be delivered, 0 rejected');
  await source.selectOption(other.name);
  await shown(page, '0 rows can be delivered, 1 rejected');
  await shown(
    page,
    new RegExp(`^The license of '${other.name}' does not cover [A-Z]{2}: 1 row will be rejected`),
  );
  await source.focus();
  await source.selectOption(name);
  await shown(page, '1 row can be delivered, 0 rejected');
  expect(await page.locator(':focus').getAttribute('id')).toBe(await source.getAttribute('id'));
  await expectAccessible(page);
  await press(page, 'Deliver 1 row');
  await shown(page, '1 of 1 row stored');
  expect(await lineOf(page, fileName).textContent()).toContain(`admin@demo.closingwire.test${name}`);
  await page.getByRole('button', { name: `Details of ${fileName}` }).click();
  await underTerm(page.getByRole('dialog'), 'Source').getByText(name).waitFor();
});

test('the only source of files is chosen already', async ({ page }) => {
  await page.route('**/api/admin/sources', async route => {
    const { sources } = (await (await route.fetch()).json()) as { sources: Source[] };
    const kept = sources.filter(({ name, kind }) => name === 'Files of admins' || kind === 'key');
    await route.fulfill({ json: { sources: kept } });
  });
  await page.goto(address);
  const source = page.getByLabel('Source of the file');
  expect(await source.locator('option:checked').textContent()).toBe('Files of admins');
  expect(await source.locator('option').count()).toBeGreaterThan(1);
});

test('one source of files is no choice', async ({ page }) => {
  row('leads-in/source');
  await page.route('**/api/admin/sources', async route => {
    const { sources } = (await (await route.fetch()).json()) as { sources: Source[] };
    const kept = sources.filter(({ name }) => name === 'Files of admins');
    await route.fulfill({ json: { sources: kept } });
  });
  const known = page.waitForResponse('**/api/admin/sources');
  await page.goto(address);
  await known;
  await choose(page, [{ agent: 'Ann', zip: '98101', street: '1 Ash St', price: 500_000 }], 'one.csv');
  await shown(page, '1 row can be delivered, 0 rejected');
  expect(await page.getByLabel('Source of the file').count()).toBe(0);
});
