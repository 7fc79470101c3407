import { type BookDifference, type Books, bookKind } from '@closingwire/contracts/books';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '**/api/admin/books*';
const now = () => new Date().toISOString();
const uuid = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const run = (change: Partial<NonNullable<Books['run']>> = {}): NonNullable<Books['run']> => ({
  id: uuid(1),
  state: 'done',
  startedAt: now(),
  finishedAt: now(),
  failure: null,
  accounts: 1_234,
  claims: 2_345,
  batches: 17,
  ...change,
});

/** One difference of each kind; the first is resolved. */
const everyKind = bookKind.options.map(
  (kind, n): BookDifference => ({
    id: uuid(n),
    kind,
    subject: uuid(100 + n),
    accountId: null,
    seen: [
      { side: 'billing', text: 'ZIPs to pay for: 2 (10001, 10002)' },
      { side: 'provider', text: `live subscriptions: sub_${'1'.repeat(24)} for 3` },
    ],
    firstSeenAt: now(),
    lastSeenAt: now(),
    resolvedAt: n === 0 ? now() : null,
  }),
);

const agreeing: Books = { run: run(), agreedAt: now(), open: 0, held: [], differences: [], total: 0 };
const differing: Books = {
  ...agreeing,
  open: everyKind.length - 1,
  differences: everyKind,
  total: everyKind.length,
};

/** Opens the System tab with these books. */
async function open(page: Page, json: Books): Promise<void> {
  await page.route(address, route => route.fulfill({ json }));
  await page.goto('/admin?tab=system');
  await page.getByRole('heading', { name: 'Books', exact: true }).waitFor();
}

test.for(looks)(
  'the differences, or that there are none, are shown $at',
  async ({ look }, { browser, user }) => {
    row('system/books');
    const page = await pageOf(browser, user, look);
    await open(page, differing);
    const role = look.viewport.width > 1_024 ? 'table' : 'list';
    const list = page.getByRole(role, { name: 'Differences of the books' });
    await list.waitFor();
    expect(await list.getByText('Needs you').count()).toBe(4);
    expect(await list.getByText('Being repaired').count()).toBe(9);
    expect(await list.getByText('Resolved').count()).toBe(1);
    expect(await list.getByText('Nothing is changed.').count()).toBe(4);
    await expectAccessible(page);
    await open(page, agreeing);
    await page.getByRole('heading', { name: 'The books agree' }).waitFor();
    await shown(page, /1,234 accounts, 2,345 claims and 17 deliveries/);
    await expectAccessible(page);
    await page.context().close();
  },
);

test('a page after the last leads to the last', async ({ page }) => {
  row('system/books');
  await page.route(address, (route, request) => {
    const isFirst = new URL(request.url()).searchParams.get('page') === '1';
    return route.fulfill({ json: isFirst ? differing : { ...differing, differences: [] } });
  });
  await page.goto('/admin?tab=system&books=2');
  await page.waitForURL(url => !url.searchParams.has('books'));
  await shown(page, 'Needs you');
  expect(await page.getByText('The books agree').count()).toBe(0);
});

test('an admin allows repairs of unusually many differences', async ({ page }) => {
  row('system/books', 'system/compare-books');
  const held: Books['held'] = ['deleted-claim'];
  const bodies: unknown[] = [];
  await page.route(address, (route, request) => {
    if (request.method() === 'POST') bodies.push(request.postDataJSON());
    return route.fulfill(
      request.method() === 'POST' ? { status: 202, json: run() } : { json: { ...differing, held } },
    );
  });
  await page.goto('/admin?tab=system');
  await shown(page, 'Unusually many differences of one kind');
  expect(await page.getByText('Being repaired').count()).toBe(8);
  await press(page, 'Repair them…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A deleted account still holds a ZIP').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Compare and repair' }).click();
  await expect.poll(() => bodies).toEqual([{ repairMany: true }]);
});

const failure = 'The payment provider does not answer; try again shortly';
const unfinished = run({ state: 'comparing', finishedAt: null, failure });

test.for([
  ['books never compared', { ...agreeing, run: null, agreedAt: null }, 'The books were not compared yet'],
  [
    'a stuck comparison',
    { ...agreeing, run: unfinished },
    `The comparison is tried again by itself: ${failure}`,
  ],
] as const)('%s are described', async ([_, books, text], { page }) => {
  row('system/books');
  await open(page, books);
  await shown(page, text);
  const comparing = page.getByRole('button', { name: 'Comparing...', disabled: true });
  expect(await comparing.count()).toBe(books.run ? 1 : 0);
  await expectAccessible(page);
});

test('books that failed to load can be loaded again', async ({ page }) => {
  row('system/books');
  await page.route(address, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  await page.goto('/admin?tab=system');
  await shown(page, 'The books could not be loaded');
  await page.unroute(address);
  await press(page, 'Try again');
  await page.getByRole('heading', { name: 'Books', exact: true }).waitFor();
});
