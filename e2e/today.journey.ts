import { newId } from '@closingwire/chassis/ids';
import type { TodayReply } from '@closingwire/contracts/today';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { subscriberTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A broker opens Today first: it says whom to call and why, and keeps the outcome. */

const whole = theWhole();

/** Today is read again after some seconds at the earliest. */
const patience = { timeout: 15_000, interval: 500 };

/** Marks the agents of this run: other journeys deliver to other ZIPs, but the names stay in one search. */
const family = `Run${newId().slice(-6)}`;

const sale = (zip: string, street: string, days: number, price: number) => ({
  address1: street,
  ...{ city: 'Kent', state: 'WA', zip, price, soldDate: dayBefore(days) },
});
const agentOf = (name: string) => ({
  fullName: `${name} ${family}`,
  licenseNumber: `${family}-${name}`,
  email: `${name.toLowerCase()}.${family.toLowerCase()}@example.com`,
  mobile: '206-555-0142',
  agentRole: 'Listing Agent',
});

const test = subscriberTest(zip => [
  { ...agentOf('Ada'), property: sale(zip, '1 Today St', 1, 9_100_000) },
  { ...agentOf('Ada'), property: sale(zip, '2 Today St', 2, 9_200_000) },
  { ...agentOf('Bea'), property: sale(zip, '3 Today St', 1, 9_300_000) },
]);

type Measurable = { getBoundingClientRect(): { left: number; right: number } };
type Measured = Measurable & {
  ownerDocument: { createRange(): Measurable & { selectNodeContents(node: unknown): void } };
};

const rows = (page: Page) => page.getByRole('list', { name: 'Agents to call' }).getByRole('listitem');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: `${name} ${family}` });
const open = (page: Page) => page.goto(`/dashboard?sort=reason&q=${family}`);
const outcome = (row: Locator, name: string) => row.getByRole('button', { name, exact: true });

/** Returns the least space between a button's text and its sides, in pixels. It runs in the browser. */
function sparePx(button: Measured): number {
  const text = button.ownerDocument.createRange();
  text.selectNodeContents(button);
  const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  return Math.min(inner.left - outer.left, outer.right - inner.right);
}

/** The heading is below the fixed header once everything has loaded. */
async function expectAtTop(page: Page, heading: string): Promise<void> {
  const found = page.getByRole('heading', { name: heading });
  await found.waitFor();
  await page.waitForLoadState('networkidle');
  const top = async () => (await found.boundingBox())?.y ?? -1;
  await expect.poll(top, { timeout: 10_000 }).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(64);
}

describe('saved views on a phone', () => {
  test.override('look', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('long names of views do not push the filter off the screen', async ({ page, user }) => {
    row('today/views');
    const ids = [newId(), newId()];
    for (const [n, id] of ids.entries()) {
      const view = {
        name: `Client of the long name ${n}`,
        zips: [],
        search: '',
        sort: 'reason',
        isStart: false,
      };
      await expectStatus(user.call('PUT', `/api/user/views/${id}`, view), 200);
    }
    await open(page);
    await page.getByRole('button', { name: 'Client of the long name 1' }).waitFor();
    const filter = await page.getByRole('button', { name: /^Sort and filter/ }).boundingBox();
    expect(filter && filter.x + filter.width).toBeLessThanOrEqual(390);
    for (const id of ids) await expectStatus(user.call('DELETE', `/api/user/views/${id}`), 200);
  });
});

describe('Today on a phone', () => {
  test.override('look', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('shows name, reason and large targets of the first agent without scrolling', async ({ page, zip }) => {
    row('today/agents', 'today/new');
    await open(page);
    await page.getByRole('status').filter({ hasText: '2 agents, all new to you, with 3 deals' }).waitFor();
    const ada = rowOf(page, 'Ada');
    await ada.getByText(new RegExp(`^${zip} · .* Today St, Kent$`)).waitFor();
    expect(await ada.getByText('New', { exact: true }).count()).toBe(0);
    await ada.getByText('2 deals this week · $18.3M · listing side').waitFor();
    for (const way of ['Call', 'Text', 'Email']) {
      const target = ada.getByRole('link', { name: `${way} Ada ${family}` });
      const box = await target.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(844);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await ada.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:2065550142');
    await expectAccessible(page);
  });

  test('a toast is above the note, and labels are within their buttons', async ({ page }) => {
    row('today/outcome');
    await open(page);
    const ada = rowOf(page, 'Ada');
    await outcome(ada, 'Not interested').click();
    const toast = page.locator('[data-sonner-toast]');
    const undo = toast.getByRole('button', { name: 'Undo' });
    await expect.poll(async () => (await undo.boundingBox())?.height ?? 99).toBeLessThan(30);
    // It slides in from above.
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThanOrEqual(64);
    expect((await toast.boundingBox())?.y).toBeLessThan(100);
    for (const name of ['Called', 'Voicemail', 'Met', 'Not interested', 'Do not call'])
      expect(await outcome(ada, name).evaluate(sparePx), name).toBeGreaterThanOrEqual(2);
    await undo.click();
    await rowOf(page, 'Ada').locator('[aria-pressed=true]').waitFor({ state: 'detached' });
  });

  test('links to a part of the page end there, however long the parts above take', async ({ page }) => {
    row('today/agents');
    await page.goto('/dashboard#map');
    await expectAtTop(page, 'Where They Are');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Charts' }).click();
    await expectAtTop(page, 'These Closings at a Glance');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'My Lists' }).click();
    await expectAtTop(page, 'My Lists');
  });

  test('a new page begins at its top, and Back returns to the earlier position', async ({ page }) => {
    row('today/agent-page');
    await page.goto(`/dashboard?sort=reason&q=${family}`);
    const bea = rowOf(page, 'Bea').getByRole('link', { name: `Bea ${family}`, exact: true });
    await bea.waitFor();
    await page.waitForLoadState('networkidle');
    await page.touchscreen.tap(5, 500);
    await page.waitForLoadState('networkidle');
    await page.evaluate('scrollTo({ top: 400, behavior: "instant" })');
    // The page hears of a scroll with the next frame.
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await bea.evaluate((link: { click(): void }) => link.click());
    await page.getByRole('heading', { name: `Bea ${family}`, level: 1 }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await bea.waitFor();
    await expect.poll(() => page.evaluate('scrollY'), patience).toBe(400);
  });
});

test('one press notes an outcome, another undoes it', async ({ page }) => {
  row('today/outcome', 'today/history');
  await open(page);
  await outcome(rowOf(page, 'Bea'), 'Voicemail').click();
  await expectToast(page, `Voicemail: Bea ${family}`);
  await rowOf(page, 'Bea').getByRole('form').getByRole('textbox', { name: 'Note' }).fill('Call after lunch');
  await press(page, 'In 3 days');
  await expectAccessible(page);
  await rowOf(page, 'Bea').getByRole('button', { name: 'Save' }).click();
  await shown(page, '“Call after lunch”');
  // The pressed outcome leads to its note; it is no second voicemail.
  await outcome(rowOf(page, 'Bea'), 'Voicemail').click();
  const note = rowOf(page, 'Bea').getByRole('form').getByRole('textbox', { name: 'Note' });
  expect(await note.inputValue()).toBe('Call after lunch');
  await rowOf(page, 'Bea').getByRole('button', { name: 'Close' }).click();
  await press(page, 'History');
  await shown(page, /^Voicemail, follow-up on /);
  expect(await page.getByRole('button', { name: /^Remove: Voicemail, Bea/ }).count()).toBe(1);
  await expectAccessible(page);
  // A toast that comes while the one before fades is not shown.
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Remove: Voicemail, Bea ${family}` }).click();
  await expectToast(page, 'Removed');
  await page.getByRole('button', { name: `Removed: Voicemail, Bea ${family}` }).waitFor();
  await press(page, 'Undo');
  await page.getByRole('button', { name: `Remove: Voicemail, Bea ${family}` }).click();
  await page.getByRole('button', { name: `Removed: Voicemail, Bea ${family}` }).waitFor();
  await page.reload();
  await shown(page, 'Nothing noted yet');
  await press(page, 'To call');
  await rows(page).first().waitFor();
  await open(page);
  const voicemail = outcome(rowOf(page, 'Bea'), 'Voicemail');
  await voicemail.waitFor();
  expect(await voicemail.getAttribute('aria-pressed')).toBe('false');
});

test('an outcome of another tab is shown when this one gets the focus', async ({ page, user }) => {
  row('today/outcome');
  await open(page);
  const met = outcome(rowOf(page, 'Bea'), 'Met');
  await met.waitFor();
  const { json } = await expectStatus(user.call('GET', `/api/user/today?search=Bea%20${family}`), 200);
  const [bea] = (json as TodayReply).agents;
  const path = `/api/user/outcomes/${newId()}`;
  await expectStatus(user.call('PUT', path, { agentId: bea?.agentId, outcome: 'met' }), 200);
  await expect
    .poll(async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
      return met.getAttribute('aria-pressed');
    }, patience)
    .toBe('true');
  await expectStatus(user.call('DELETE', path), 200);
});

test("'do not call' takes the agent off this account's lists until it is undone", async ({ page, zip }) => {
  row('today/do-not-call');
  await open(page);
  await outcome(rowOf(page, 'Bea'), 'Do not call').click();
  await expectToast(page, `Do not call: Bea ${family}`);
  await rowOf(page, 'Bea').getByText('Marked do not call: ').waitFor();
  await page.reload();
  await rowOf(page, 'Ada').waitFor();
  expect(await rowOf(page, 'Bea').count()).toBe(0);
  const table = page.getByRole('table', { name: 'Recent closings' });
  await page.goto(`/dashboard?q=${family}&zipCode=${zip}&minPrice=9000000`);
  await table.getByText(`Ada ${family}`).first().waitFor();
  expect(await table.getByText(`Bea ${family}`).count()).toBe(0);
  await page.goto(`/dashboard?sort=reason&q=Bea ${family}`);
  await shown(page, 'You marked them "Do not call"');
  await page.getByRole('link', { name: `Bea ${family}` }).click();
  await shown(page, 'You marked this agent "Do not call".');
  expect(await page.getByRole('link', { name: /^(Call|Text|Email) / }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save contact' }).count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Remove the mark');
  await page.getByRole('link', { name: `Call mobile of Bea ${family}` }).waitFor();
  await outcome(page.locator('main'), 'Do not call').click();
  await shown(page, 'You marked this agent "Do not call".');
  await page.goto('/dashboard?show=history');
  await page.getByRole('combobox', { name: 'Outcomes' }).selectOption('do-not-call');
  await page.getByRole('button', { name: `Remove: Do not call, Bea ${family}` }).click();
  await open(page);
  await rowOf(page, 'Bea').waitFor();
});

test('the page of an agent has contacts, closings, words to begin with, and a contact file', async ({
  page,
  user,
  zip,
}) => {
  row('today/agent-page', 'today/watch');
  await page.goto('/dashboard?sort=name');
  const ada = rowOf(page, 'Ada').getByRole('link', { name: `Ada ${family}`, exact: true });
  await ada.click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.waitForURL(/dashboard\?sort=name/);
  await ada.click();
  await page.getByRole('heading', { name: `Ada ${family}`, level: 1 }).waitFor();
  expect(await page.getByLabel('Opening line').inputValue()).toContain('on selling 1 Today St in Kent');
  await page.getByLabel('Opening line').fill('My own words');
  await page.getByRole('list', { name: 'Closings' }).getByText('2 Today St').waitFor();
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Save contact')]);
  expect(file.suggestedFilename()).toBe(`Ada-${family}.vcf`);
  await press(page, 'Watch');
  await expectToast(
    page,
    `You watch Ada ${family}`,
    'An email tells you of the next closing in your ZIP codes.',
  );
  await deliverLeads(whole, [{ ...agentOf('Ada'), property: sale(zip, '4 Today St', 1, 9_400_000) }]);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /closed again/);
  expect(mail.text).toContain('4 Today St');
});

test('watched agents have a list, and a toggle in each row', async ({ page, user }) => {
  row('today/watched');
  const { json } = await expectStatus(user.call('GET', `/api/user/today?search=Bea%20${family}`), 200);
  const [bea] = (json as TodayReply).agents;
  await expectStatus(user.call('PUT', `/api/user/watches/${bea?.agentId}`), 200);
  await open(page);
  await press(page, /^Watched \d/);
  await page.waitForURL(/show=watched/);
  const watched = page.getByRole('list', { name: 'Watched agents' });
  const toggle = (isPressed: boolean) =>
    watched.getByRole('button', { name: `Watch Bea ${family}`, pressed: isPressed });
  await toggle(true).waitFor();
  await expectAccessible(page);
  await toggle(true).click();
  await expectToast(page, `You no longer watch Bea ${family}`);
  // The row stays until the list is opened again.
  await toggle(false).waitFor();
  await press(page, 'Undo');
  await toggle(true).waitFor();
  await open(page);
  const ada = rowOf(page, 'Ada').getByRole('button', { name: `Watch Ada ${family}` });
  const wasPressed = await ada.getAttribute('aria-pressed');
  await ada.click();
  await expect.poll(() => ada.getAttribute('aria-pressed')).toBe(wasPressed === 'true' ? 'false' : 'true');
});

test('a view with a name is in the URL, and can be the first thing shown', async ({ page, user }) => {
  row('today/views');
  await open(page);
  await press(page, /^Sort and filter/);
  await page.getByRole('combobox', { name: 'Sort agents' }).selectOption('name');
  await page.getByLabel('Save as a view').fill('My agents');
  await press(page, 'Save');
  await page.waitForURL(/view=My/);
  expect(await rows(page).count()).toBe(2);
  const saved = async () => {
    const { json } = await expectStatus(user.call('GET', '/api/user/views'), 200);
    return (json as { views: { id: string; name: string }[] }).views.find(({ name }) => name === 'My agents');
  };
  const view = await saved();
  // Another device changes the view.
  await expectStatus(user.call('PUT', `/api/user/views/${view?.id}`, { ...view, sort: 'brokerage' }), 200);
  await page.getByLabel('Open Today with this view').click();
  await expectToast(page, 'View saved: My agents');
  expect(await saved()).toEqual({ ...view, sort: 'brokerage', isStart: true });
  await expectAccessible(page);
  await page.goto('/dashboard');
  await rowOf(page, 'Bea').waitFor();
  expect(await page.getByRole('button', { name: 'My agents' }).getAttribute('aria-pressed')).toBe('true');
  await press(page, /^Sort and filter/);
  await press(page, 'Delete the view');
  const chip = page.getByRole('button', { name: 'My agents' });
  await chip.waitFor({ state: 'detached' });
  await press(page, 'Undo');
  await chip.waitFor();
  await press(page, 'Delete the view');
  await chip.waitFor({ state: 'detached' });
});

test('the name of a view replaces it, and a link to a deleted view shows no closings', async ({
  page,
  user,
}) => {
  row('today/views', 'today/unknown-view');
  const id = newId();
  const view = { name: 'Client A', zips: [], search: '', sort: 'reason', isStart: false };
  await expectStatus(user.call('PUT', `/api/user/views/${id}`, view), 200);
  await page.goto('/dashboard?sort=name');
  await press(page, /^Sort and filter/);
  await page.getByLabel('Save as a view').fill('client a');
  await press(page, 'Replace');
  await expectToast(page, 'View saved: client a');
  const { json } = await expectStatus(user.call('GET', '/api/user/views'), 200);
  expect(json).toMatchObject({ views: [{ id, name: 'client a', sort: 'name' }] });
  await expectStatus(user.call('DELETE', `/api/user/views/${id}`), 200);
  await page.goto('/dashboard?view=client+a');
  await shown(page, 'There is no view “client a”');
  expect(await rows(page).count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Show all agents');
  // Agents of the sample list may fill the first page before Bea.
  await rows(page).first().waitFor();
  await page.goto('/dashboard?of=client+a');
  await shown(page, 'There is no view “client a”');
  expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await press(page, 'Show all closings');
  await page.getByRole('status').filter({ hasText: 'closings in the last 7 days' }).waitFor();
});

test('keys move between agents, note a call and search', async ({ page }) => {
  row('today/keys');
  await open(page);
  await rowOf(page, 'Bea').waitFor();
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // The first key loads the code of the keys.
  await expect.poll(focused).toBe(`Bea ${family}`);
  await page.keyboard.press('c');
  await expectToast(page, `Called: Bea ${family}`);
  await page.keyboard.press('/');
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Search agents');
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await expectAccessible(page);
});

test("agents of the buyer's side are a choice in the URL, and in a view", async ({ page, zip }) => {
  row('today/side');
  const buyer = { ...agentOf('Cal'), agentRole: 'Buyer Agent' };
  await deliverLeads(whole, [{ ...buyer, property: sale(zip, '5 Today St', 1, 9_500_000) }]);
  await open(page);
  await press(page, /^Sort and filter/);
  const side = page.getByRole('combobox', { name: 'Side of the deals' });
  await side.selectOption("Buyer's side");
  await rowOf(page, 'Ada').waitFor({ state: 'detached' });
  expect(await rows(page).count()).toBe(1);
  await rowOf(page, 'Cal').getByText('1 deal for buyers this week').waitFor();
  await page.waitForURL(/side=buyer/);
  await page.getByLabel('Save as a view').fill('Buyers');
  await press(page, 'Save');
  await page.waitForURL(/view=Buyers/);
  await expectAccessible(page);
  await press(page, 'To call');
  await rowOf(page, 'Ada').waitFor();
  await press(page, 'Buyers');
  await rowOf(page, 'Ada').waitFor({ state: 'detached' });
  await rowOf(page, 'Cal').waitFor();
  await side.selectOption('Any side');
  await rowOf(page, 'Ada').waitFor();
});
