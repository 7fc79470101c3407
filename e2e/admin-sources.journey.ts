import { newId } from '@closingwire/chassis/ids';
import type { Source } from '@closingwire/contracts/sources';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { figureOf, underTerm } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { fill, press, shown, toasted } from './browser/page-actions.ts';
import { demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The tab with the sources of leads, their licenses and their feeds. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '/admin/operations?tab=sources';
test.beforeEach(async ({ page }) => {
  await page.goto(address);
});

const listed = '**/api/admin/sources';

const DAY_MS = 86_400_000;

const license = {
  license: 'Contract 7',
  permittedUses: ['lists', 'exports'],
  // No journey has leads there, so that feeds of journeys change no list.
  states: ['VT'],
  expiresAt: null,
  contact: 'data@example.com',
  mustBeNamed: false,
  trust: 50,
};

async function aSource(admin: User, changes: object = {}): Promise<Source> {
  const draft = { name: `MLS ${newId()}`, kind: 'file', ...license, ...changes };
  const { json } = await expectStatus(admin.call('POST', '/api/admin/sources', draft), 201);
  return json as Source;
}

async function sourceNamed(admin: User, name: string): Promise<Source | undefined> {
  const { json } = await expectStatus(admin.call('GET', '/api/admin/sources'), 200);
  return (json as { sources: Source[] }).sources.find(source => source.name === name);
}

const lineOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name });

/** Answers the page's requests for sources with this change of the reply. */
const changed = (change: (sources: Source[]) => Source[]) => async (route: Route) => {
  const reply = await route.fetch();
  const { sources } = (await reply.json()) as { sources: Source[] };
  await route.fulfill({ json: { sources: change(sources) } });
};

describe.each(looks)('the sources $at', ({ look }) => {
  test.override('look', look);

  test('show their licenses and mark an end', async ({ page, user }) => {
    row('sources/list');
    const ended = await aSource(user, { expiresAt: new Date(Date.now() - DAY_MS).toISOString() });
    const soon = await aSource(user, { expiresAt: new Date(Date.now() + 9.5 * DAY_MS).toISOString() });
    await lineOf(page, ended.name).getByText('Ended').waitFor();
    await lineOf(page, ended.name).getByText('After a renewal: Lists, Exports').waitFor();
    await lineOf(page, soon.name).getByText('Ends in 10 days').waitFor();
    expect(await lineOf(page, soon.name).textContent()).toMatch(
      /Files that admins upload.*Contract 7.*data@example\.com.*Lists, Exports.*Vermont.*None yet/,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: `Edit ${soon.name}` }).click();
    await page.getByLabel('Last day').fill('2026-01-31');
    await shown(
      page,
      /^Its 2 uses \(lists, exports\) end: 0 closings that no other source reported are hidden/,
    );
    await page.getByRole('button', { name: 'Save and Hide Closings' }).waitFor();
    await expectAccessible(page);
  });
});

test('a source is added once', async ({ page, user }) => {
  row('sources/add');
  const name = `MLS ${newId()}`;
  await press(page, 'Add Source');
  await fill(page, 'Name', name);
  await fill(page, 'Find a state', 'verm');
  await page.getByLabel('Vermont').check();
  await fill(page, 'Find a state', 'nowhere');
  await shown(page, 'No state has this name.');
  const add = () => page.getByRole('dialog').getByRole('button', { name: 'Add Source' }).click();
  await page.getByLabel('Last day').fill('2099-12-31');
  await add();
  await toasted(page, 'Source added');
  await lineOf(page, name).getByText('Dec 31, 2099').waitFor();
  const source = await sourceNamed(user, name);
  expect(source).toMatchObject({ kind: 'key', states: ['VT'], permittedUses: ['lists', 'exports', 'api'] });
  const end = await page.evaluate('new Date(2100, 0, 1).toISOString()');
  expect(source?.expiresAt).toBe(end);

  await press(page, 'Add Source');
  await fill(page, 'Name', name);
  await add();
  await page.getByRole('dialog').getByRole('alert').getByText('There is a source of this name').waitFor();
  expect(await page.locator(':focus').inputValue()).toBe(name);
  await expectAccessible(page);
});

test('a license is changed after its effects are shown', async ({ page, user }) => {
  row('sources/change');
  const { name } = await aSource(user);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByText('When you save').count()).toBe(0);
  await dialog.getByLabel('Exports', { exact: true }).click();
  await shown(
    page,
    'Its use (exports) ends: 0 closings that no other source reported are hidden there within a second.',
  );
  await dialog.getByLabel('API', { exact: true }).click();
  await shown(
    page,
    'Its use (API) begins: 0 closings that no other source reported appear there within a second.',
  );
  await press(page, 'Save and Hide Closings');
  await toasted(page, 'Source changed');
  await lineOf(page, name).getByText('Lists, API').waitFor();
  expect(await sourceNamed(user, name)).toMatchObject({ ...license, permittedUses: ['lists', 'api'] });
});

test('a trust is changed after its effect is shown', async ({ page, user }) => {
  row('sources/trust', 'sources/list');
  await aSource(user, { trust: 99 });
  const { name } = await aSource(user, { trust: 98 });
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const trust = page.getByRole('dialog').getByLabel('Trust');
  expect(await trust.inputValue()).toBe('98');
  await trust.fill('100');
  await shown(
    page,
    /^Decides again between its reports and those of others, within minutes: it wins over MLS .+\.$/,
  );
  await trust.fill('101');
  await press(page, 'Save Changes');
  await shown(page, 'Please enter a whole number from 0 to 100');
  await expectAccessible(page);
  await trust.fill('100');
  await press(page, 'Save Changes');
  await toasted(page, 'Source changed');
  await lineOf(page, name).getByText('100', { exact: true }).waitFor();
  expect(await sourceNamed(user, name)).toMatchObject({ ...license, trust: 100 });
});

const resoAddress = (dialect: string) => `${whole.processes['lead-source']}/reso/${dialect}`;

/** The panel of a feed. */
const panelOf = (page: Page, name: string) =>
  page.getByRole('heading', { name: `Feed of ${name}` }).locator('xpath=ancestor::*[.//dl or .//h3][1]');

const sampleToken = 'reso-sample-token';

/** Sets up a feed that pulls nothing. */
async function aPausedFeed(admin: User, auth: object): Promise<Source> {
  const source = await aSource(admin, { kind: 'reso' });
  const settings = {
    url: resoAddress('standard'),
    auth,
    originatingSystem: null,
    everyMinutes: 60,
    isPaused: true,
  };
  await expectStatus(admin.call('PUT', `/api/admin/sources/${source.id}/feed`, settings), 200);
  return source;
}

test('a feed shows why it stopped, and pulls with another token', async ({ page, user }) => {
  row('sources/feed');
  const { name } = await aSource(user, { kind: 'reso' });
  const panel = panelOf(page, name);
  await panel.getByText('No feed is set up').waitFor();
  await panel.getByRole('button', { name: 'Set Up Feed' }).click();
  await fill(page, 'Address', resoAddress('small-pages'));
  await page.getByLabel('Sign-in').selectOption('A fixed token');
  await press(page, 'Save Feed');
  await page.getByRole('alert').getByText('Please enter it').waitFor();
  await fill(page, 'Token', 'wrong');
  await expectAccessible(page);
  await press(page, 'Save Feed');
  await toasted(page, 'Feed saved');
  await panel.getByText('The last pull failed, status 401').waitFor();
  await panel.getByText('The token is unknown or has expired; request a new one').waitFor();
  await expectAccessible(page);

  await press(page, `Feed Settings of ${name}`);
  expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  await shown(page, 'Write-only: it is never shown. Empty keeps the stored one.');
  await fill(page, 'Token', sampleToken);
  await press(page, 'Save Feed');
  await underTerm(panel, 'Last success').filter({ hasNotText: 'Not yet' }).waitFor();
  expect(await figureOf(panel, 'Closings pulled')).toBeGreaterThan(0);
  await panel.getByText('It waits for the next pull.').waitFor();

  await press(page, `Feed Settings of ${name}`);
  await page.getByLabel('Minutes between pulls').fill('60');
  await press(page, 'Save Feed');
  await underTerm(panel, 'Schedule').getByText('Every hour').waitFor();
  await panel.getByText('It waits for the next pull.').waitFor();
});

test('a feed is tested and pulled by hand', async ({ page, user }) => {
  row('sources/test-feed', 'sources/pull-feed');
  const wrong = await aPausedFeed(user, { kind: 'token', token: 'wrong' });
  await press(page, `Test Connection of ${wrong.name}`);
  await panelOf(page, wrong.name).getByText('The connection does not work').waitFor();
  const { name } = await aPausedFeed(user, { kind: 'token', token: sampleToken });
  const panel = panelOf(page, name);
  await press(page, `Test Connection of ${name}`);
  await panel.getByText('Property, Member, Office').waitFor();
  await panel.getByText(/^\d+ fields$/).click();
  await panel.getByText(/OnMarketDate/).waitFor();
  await expectAccessible(page);
  await press(page, `Feed Settings of ${name}`);
  await page.getByLabel('Paused').click();
  await press(page, 'Save Feed');
  await panel.getByText('It waits for the next pull.').waitFor();
  const before = await underTerm(panel, 'Last pull').textContent();
  expect(before).not.toBe('Not yet');
  await press(page, `Pull Now: ${name}`);
  await toasted(page, 'The pull starts');
  await panel.getByText(/^Requests in the last hour\s*\d+ of 7,200$/).waitFor();
});

test('a feed needs its secret again for another address', async ({ page, user }) => {
  row('sources/feed');
  const tokenUrl = resoAddress('oauth2/token');
  const client = { kind: 'client', tokenUrl, clientId: 'reso-sample', clientSecret: 'reso-sample-secret' };
  const { name } = await aPausedFeed(user, client);
  await panelOf(page, name).getByText('It pulls nothing until its settings end the pause.').waitFor();
  expect(await page.getByRole('button', { name: `Pull Now: ${name}` }).isDisabled()).toBe(true);
  await press(page, `Feed Settings of ${name}`);
  expect(await page.getByLabel('Client ID').inputValue()).toBe('reso-sample');
  await page.getByLabel('Minutes between pulls').fill('30');
  await press(page, 'Save Feed');
  await toasted(page, 'Feed saved');
  await press(page, `Feed Settings of ${name}`);
  await fill(page, 'Address', resoAddress('skip-token'));
  await shown(page, /^It pulls nothing until you end the pause\. Another address/);
  await shown(page, /^The stored one goes only to the address that it was entered for/);
  await press(page, 'Save Feed');
  await page.getByRole('alert').getByText('Please enter it').waitFor();
});

test('the state of a feed is shown within seconds', async ({ page, user }) => {
  row('sources/list');
  const { id, name } = await aPausedFeed(user, { kind: 'token', token: sampleToken });
  let state: 'pulling' | 'failing' = 'pulling';
  const fault = { status: 503, message: 'Down until noon', at: '2026-03-01T12:00:00.000Z' };
  const inState = (source: Source): Source =>
    source.id === id && source.feed ? { ...source, feed: { ...source.feed, state, fault } } : source;
  await page.route(
    listed,
    changed(sources => sources.map(inState)),
  );
  const panel = panelOf(page, name);
  await panel.getByText('It pulls closings now.').waitFor();
  expect(await page.getByRole('button', { name: `Pull Now: ${name}` }).isDisabled()).toBe(true);
  state = 'failing';
  await panel.getByText('The last pull failed. The next one goes on where it ended.').waitFor();
  await panel.getByText('Down until noon').waitFor();
  await page.getByRole('button', { name: `Try Again: ${name}` }).waitFor();
});

test('the sources show that there are none, and a failure', async ({ page }) => {
  row('sources/list');
  await page.route(
    listed,
    changed(() => []),
  );
  await page.goto(address);
  await shown(page, 'No sources yet');
  await expectAccessible(page);
  await page.unroute(listed);
  await page.route(listed, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  await page.goto(address);
  await shown(page, 'Sources could not be loaded');
  await page.unroute(listed);
  await shown(page, 'Files of admins');
});
