import { newId } from '@closingwire/chassis/ids';
import type { TodayReply } from '@closingwire/contracts/today';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { subscriberTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { expectStatus, type User } from './platform/user.ts';

/* Today keeps the mark 'do not call', notes that are being typed, and the list before. */

const family = `Kept${newId().slice(-6)}`;
const names = ['Ada', 'Bea', 'Cal'] as const;

const test = subscriberTest(zip => {
  const property = { city: 'Kent', state: 'WA', zip, price: 9_000_000, soldDate: dayBefore(1) };
  return names.map((name, at) => ({
    fullName: `${name} ${family}`,
    licenseNumber: `${family}-${name}`,
    mobile: '206-555-0142',
    agentRole: 'Listing Agent',
    property: { ...property, address1: `${at} Kept St` },
  }));
});

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Agents to call' })
    .getByRole('listitem')
    .filter({ hasText: `${name} ${family}` });
const outcome = (page: Page, name: string, kind: string) =>
  rowOf(page, name).getByRole('button', { name: kind, exact: true });
const open = (page: Page) => page.goto(`/dashboard?sort=reason&q=${family}`);

async function idOf(user: User, name: string): Promise<string> {
  const { json } = await expectStatus(user.call('GET', `/api/user/today?search=${name}%20${family}`), 200);
  const [agent] = (json as TodayReply).agents;
  if (!agent) throw new Error(`Expected ${name} in Today`);
  return agent.agentId;
}

test("a second tab's outcome does not take 'do not call' away", async ({ page, user }) => {
  row('today/barred');
  const agentId = await idOf(user, 'Cal');
  await open(page);
  await outcome(page, 'Cal', 'Called').waitFor();
  const path = `/api/user/outcomes/${newId()}`;
  await expectStatus(user.call('PUT', path, { agentId, outcome: 'do-not-call' }), 200);
  await outcome(page, 'Cal', 'Called').click();
  await expectToast(page, 'Not saved', `You marked Cal ${family} “do not call”. Take that back first.`);
  await rowOf(page, 'Cal').getByText('Marked do not call: ').waitFor();
  await page.goto(`/agent/${agentId}`);
  await shown(page, 'You marked this agent "Do not call".');
  expect(await page.getByRole('button', { name: 'Met', exact: true }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await press(page, 'Remove the mark');
  await expect.poll(() => page.getByRole('button', { name: 'Met', exact: true }).isDisabled()).toBe(false);
});

test("the row's own Undo takes the toast's away", async ({ page }) => {
  row('today/outcome');
  await open(page);
  await outcome(page, 'Cal', 'Do not call').click();
  await expectToast(page, `Do not call: Cal ${family}`);
  await page.getByRole('button', { name: `Undo do not call: Cal ${family}` }).click();
  await outcome(page, 'Cal', 'Do not call').waitFor();
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
});

test('a double press notes one outcome, and Today counts it as done', async ({ page, user }) => {
  row('today/pressed-twice', 'today/done');
  await open(page);
  const name = rowOf(page, 'Bea').getByRole('link', { name: `Bea ${family}`, exact: true });
  await name.focus();
  await page.keyboard.press('c');
  await page.keyboard.press('c');
  await expectToast(page, `Called: Bea ${family}`);
  await page.getByRole('status').filter({ hasText: '3 agents with 3 deals this week · 1 done' }).waitFor();
  const { json } = await expectStatus(user.call('GET', '/api/user/outcomes?outcome=called'), 200);
  expect(json).toMatchObject({ total: 1 });
});

test('a note and a day are kept without Save, also before another outcome', async ({ page }) => {
  row('today/note-kept');
  await open(page);
  await outcome(page, 'Ada', 'Voicemail').click();
  const form = rowOf(page, 'Ada').getByRole('form');
  await form.getByRole('button', { name: 'Today', exact: true }).click();
  await form.getByText('Saved', { exact: true }).waitFor();
  await form.getByRole('textbox', { name: 'Note' }).fill('Ask for the rate sheet');
  await outcome(page, 'Ada', 'Met').click();
  await expectToast(page, `Met: Ada ${family}`);
  await form.getByRole('textbox', { name: 'Note' }).fill(`Likes coffee ${'x'.repeat(300)}`);
  await rowOf(page, 'Ada')
    .getByRole('link', { name: `Ada ${family}`, exact: true })
    .click();
  const noted = page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem');
  await noted
    .nth(0)
    .getByText(/Likes coffee/)
    .waitFor();
  await noted
    .nth(1)
    .getByText(/^Voicemail, follow-up on /)
    .waitFor();
  await noted
    .nth(1)
    .getByText(/Ask for the rate sheet/)
    .waitFor();
});

test('a press stays although an older reading arrives after it, and History knows it', async ({ page }) => {
  row('today/history');
  await open(page);
  await outcome(page, 'Cal', 'Called').waitFor();
  const history = page.getByRole('list', { name: 'Outcomes' });
  await press(page, 'History');
  await history.waitFor();
  await page.goBack();
  await outcome(page, 'Cal', 'Called').waitFor();
  const older = Promise.withResolvers<void>();
  const isRead = page.waitForRequest(/api\/user\/today\?/);
  await page.route(
    /api\/user\/today\?/,
    async route => {
      const response = await route.fetch();
      await older.promise;
      // The page may have stopped it.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await rowOf(page, 'Cal')
    .getByRole('button', { name: `Watch Cal ${family}` })
    .click();
  await isRead;
  await outcome(page, 'Cal', 'Called').click();
  await expectToast(page, `Called: Cal ${family}`);
  older.resolve();
  await page.waitForLoadState('networkidle');
  expect(await outcome(page, 'Cal', 'Called').getAttribute('aria-pressed')).toBe('true');
  await press(page, 'History');
  const cal = history.getByRole('link', { name: `Cal ${family}` }).first();
  await cal.waitFor();
  await page.getByRole('combobox', { name: 'Outcomes' }).selectOption('called');
  await page.waitForURL(/outcome=called/);
  await cal.click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL(/show=history&outcome=called|outcome=called&show=history/);
  await cal.waitFor();
  expect(await page.getByRole('combobox', { name: 'Outcomes' }).inputValue()).toBe('called');
});

test('a note that is being typed is kept when the page is left', async ({ page, user }) => {
  row('today/note-kept');
  await open(page);
  await outcome(page, 'Cal', 'Met').click();
  await expectToast(page, `Met: Cal ${family}`);
  await rowOf(page, 'Cal').getByRole('form').getByRole('textbox', { name: 'Note' }).fill('Last words');
  await page.goto('/robots.txt');
  await expect
    .poll(async () => (await user.call('GET', '/api/user/outcomes')).json)
    .toMatchObject({ outcomes: [{ fullName: `Cal ${family}`, note: 'Last words' }, {}, {}, {}, {}] });
});

describe('on a phone', () => {
  test.override('look', { viewport: { width: 320, height: 844 }, isMobile: true, hasTouch: true });

  test('the open list is in view, and Back returns to the one before', async ({ page, user }) => {
    row('today/lists-back');
    const ids = [newId(), newId()];
    for (const [n, id] of ids.entries()) {
      const view = { name: `A long name of view ${n}`, zips: [], search: '', sort: 'reason', isStart: false };
      await expectStatus(user.call('PUT', `/api/user/views/${id}`, view), 200);
    }
    await open(page);
    await rowOf(page, 'Ada')
      .getByText(/Likes coffee/)
      .waitFor();
    await expectAccessible(page);
    await page.goto('/dashboard?show=history');
    const chip = page.getByRole('button', { name: 'History', exact: true });
    await page.getByRole('button', { name: 'A long name of view 1' }).waitFor();
    await expect.poll(async () => ((await chip.boundingBox())?.x ?? 999) < 280).toBe(true);
    await press(page, 'To call');
    await page.waitForURL(/sort=reason/);
    await page.getByRole('list', { name: 'Agents to call' }).waitFor();
    await chip.click();
    await page.waitForURL(/show=history/);
    await page.goBack();
    await page.getByRole('list', { name: 'Agents to call' }).waitFor();
    await page.goBack();
    await page.waitForURL(/show=history/);
    await expectAccessible(page);
    for (const id of ids) await expectStatus(user.call('DELETE', `/api/user/views/${id}`), 200);
  });
});

test('a tab left open notes a look when it is read again minutes later', async ({ page }) => {
  row('today/new');
  await page.clock.install();
  const sent: string[] = [];
  page.on('request', request => {
    const path = new URL(request.url()).pathname;
    if (/^\/api\/user\/today(\/visits)?$/.test(path)) sent.push(path.endsWith('visits') ? 'look' : 'reading');
  });
  const readAgain = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000);
    const reply = page.waitForResponse(/api\/user\/today\?/);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await (await reply).finished();
    // The page has the reply once it has a later one.
    await page.evaluate("fetch('/favicon.svg').then(later => later.text())");
  };
  await open(page);
  await rowOf(page, 'Ada').waitFor();
  await expect.poll(() => sent).toContain('look');
  await page.waitForLoadState('networkidle');
  sent.length = 0;
  await readAgain(1);
  await readAgain(6);
  await expect.poll(() => sent).toEqual(['reading', 'reading', 'look']);
});
