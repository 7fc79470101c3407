import { newId } from '@closingwire/chassis/ids';
import type { TodayReply } from '@closingwire/contracts/today';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { subscriberTest } from './browser/journey.ts';
import { expectStatus, type User } from './platform/user.ts';

/* On a phone, with a thumb: a press in a row of Today moves no other row. */

const family = `Row${newId().slice(-6)}`;

const leadOf = (name: string, zip: string, street: string, price: number, agentRole = 'Listing Agent') => ({
  fullName: `${name} ${family}`,
  licenseNumber: `${family}-${name}`,
  email: `${name.toLowerCase()}.${family.toLowerCase()}@example.com`,
  mobile: '206-555-0142',
  agentRole,
  property: { address1: street, city: 'Kent', state: 'WA', zip, price, soldDate: dayBefore(1) },
});

const test = subscriberTest(zip => [
  leadOf('Ada', zip, '1 Row St', 9_100_000),
  leadOf('Ada', zip, '2 Row St', 9_200_000, 'Buyer Agent'),
  leadOf('Ada', zip, '3 Row St', 9_300_000, 'Buyer Agent'),
  leadOf('Bea', zip, '4 Row St', 9_300_000),
  leadOf('Cal', zip, '5 Row St', 9_200_000),
]);
test.override('look', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Agents to call' })
    .getByRole('listitem')
    .filter({ hasText: `${name} ${family}` });
const open = (page: Page) => page.goto(`/dashboard?sort=reason&q=${family}`);
const outcome = (row: Locator, name: string) => row.getByRole('button', { name, exact: true });

/** Returns where a row is in the page. It is called when nothing loads. */
async function topOf(page: Page, row: Locator): Promise<number> {
  await page.waitForLoadState('networkidle');
  const top = await row.evaluate((item: { offsetTop: number }) => item.offsetTop);
  return Math.round(top);
}

async function agentsOf(user: User, query = ''): Promise<TodayReply['agents']> {
  const { json } = await expectStatus(user.call('GET', `/api/user/today?search=${family}${query}`), 200);
  return (json as TodayReply).agents;
}

test("the row of 'do not call' keeps its place, and a second tap reaches no other agent", async ({
  page,
  user,
}) => {
  row('today/steady');
  await open(page);
  const [ada, bea] = [rowOf(page, 'Ada'), rowOf(page, 'Bea')];
  await bea.waitFor();
  const before = await topOf(page, bea);
  await outcome(ada, 'Do not call').scrollIntoViewIfNeeded();
  const button = await outcome(ada, 'Do not call').boundingBox();
  if (!button) throw new Error('Expected the button in view');
  const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
  const listRead = page.waitForResponse(/api\/user\/today\?/);
  await page.touchscreen.tap(x, y);
  await ada.getByText('Marked do not call: ').waitFor();
  await listRead;
  await page.touchscreen.tap(x, y);
  expect(await topOf(page, bea)).toBe(before);
  await expectAccessible(page);
  expect((await agentsOf(user)).map(({ fullName, last }) => [fullName, last])).toEqual([
    [`Bea ${family}`, null],
    [`Cal ${family}`, null],
  ]);
  await ada.getByRole('button', { name: `Undo do not call: Ada ${family}` }).click();
  await outcome(ada, 'Do not call').waitFor();
  expect(await topOf(page, bea)).toBe(before);
  expect(await agentsOf(user)).toHaveLength(3);
});

test("a row marked 'not interested' moves to the end only when the list is opened again", async ({
  page,
}) => {
  row('today/steady');
  await open(page);
  const [ada, bea] = [rowOf(page, 'Ada'), rowOf(page, 'Bea')];
  await bea.waitFor();
  const [top, below] = [await topOf(page, ada), await topOf(page, bea)];
  await outcome(ada, 'Not interested').click();
  await expectToast(page, `Not interested: Ada ${family}`);
  await ada.getByRole('button', { name: 'Close' }).click();
  // Another tab's outcome and a watch read the list again.
  await page.getByRole('button', { name: `Watch Bea ${family}` }).click();
  await expectToast(page, `You watch Bea ${family}`);
  expect([await topOf(page, ada), await topOf(page, bea)]).toEqual([top, below]);
  await page.reload();
  await expect.poll(() => topOf(page, bea)).toBeLessThan(below);
  await page.goto('/dashboard?show=history');
  await page.getByRole('button', { name: `Remove: Not interested, Ada ${family}` }).click();
});

test.for([390, 320])('outcomes at %d px are large enough for a thumb', async (width, { page }) => {
  row('today/thumb');
  await page.setViewportSize({ width, height: 844 });
  await open(page);
  const buttons = rowOf(page, 'Ada').getByRole('group').getByRole('button');
  await buttons.first().waitFor();
  const found = await Promise.all((await buttons.all()).map(button => button.boundingBox()));
  const boxes = found.filter(box => box !== null);
  expect(boxes).toHaveLength(5);
  for (const [at, box] of boxes.entries()) {
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    const next = boxes[at + 1];
    if (!next) continue;
    const gap = next.y > box.y ? next.y - box.y - box.height : next.x - box.x - box.width;
    expect(gap).toBeGreaterThanOrEqual(7.5);
  }
});

test('follow-ups are a list, the earliest day first, each with its day and note', async ({ page, user }) => {
  row('today/follow-ups');
  const [ada, bea] = await agentsOf(user);
  const [first, second] = [newId(), newId()];
  const promise = (id: string, agentId: string | undefined, days: number, note: string) =>
    expectStatus(
      user.call('PUT', `/api/user/outcomes/${id}`, {
        ...{ agentId, outcome: 'voicemail', note, followUpOn: dayBefore(days) },
      }),
      200,
    );
  await promise(first, ada?.agentId, -5, 'Rate sheet');
  await promise(second, bea?.agentId, 4, 'Coffee');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Follow-ups 2' }).click();
  await page.waitForURL(/show=follow-ups/);
  const rows = page.getByRole('list', { name: 'Agents to follow up' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  await rows
    .nth(0)
    .getByText(/^Overdue: \w{3}, \w{3} \d/)
    .waitFor();
  await rows.nth(0).getByText('“Coffee”').waitFor();
  await rows
    .nth(1)
    .getByText(/^\w{3}, \w{3} \d/)
    .waitFor();
  await rows.nth(1).getByText('“Rate sheet”').waitFor();
  await expectAccessible(page);
  for (const id of [first, second]) await expectStatus(user.call('DELETE', `/api/user/outcomes/${id}`), 200);
  await page.reload();
  await page.getByText('No follow-ups', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('a row counts deals by client, and the opening line suits the filter', async ({ page }) => {
  row('today/side-texts');
  await open(page);
  await rowOf(page, 'Ada')
    .getByText(/^3 deals this week: 2 for buyers, 1 for sellers · \$27\.6M/)
    .waitFor();
  for (const [side, count, words] of [
    ['buyer', '2 deals for buyers this week', 'congratulations on getting your buyers into '],
    ['seller', '1 deal for sellers this week', 'congratulations on selling 1 Row St in Kent'],
  ]) {
    await page.goto(`/dashboard?q=${family}&side=${side}`);
    await rowOf(page, 'Ada').getByText(`${count} · `).waitFor();
    await rowOf(page, 'Ada')
      .getByRole('link', { name: `Ada ${family}`, exact: true })
      .click();
    const line = page.getByLabel('Opening line');
    await line.waitFor();
    expect(await line.inputValue()).toContain(words);
  }
});

test("'Remove' on an agent's page keeps the row, and the toast puts the outcome back", async ({
  page,
  user,
}) => {
  row('today/put-back');
  const [ada] = await agentsOf(user);
  const ids = [newId(), newId()];
  for (const [at, outcome] of ['voicemail', 'met'].entries()) {
    const body = { agentId: ada?.agentId, outcome, note: `Note ${outcome}` };
    await expectStatus(user.call('PUT', `/api/user/outcomes/${ids[at]}`, body), 200);
  }
  await page.goto(`/agent/${ada?.agentId}`);
  const rows = page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Remove: Voicemail' }).click();
  await expectToast(page, 'Removed');
  await page.getByRole('button', { name: 'Removed: Voicemail' }).waitFor();
  expect(await rows.count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove: Voicemail' }).waitFor();
  await page.reload();
  await rows.nth(1).getByText('“Note voicemail”').waitFor();
  for (const id of ids) await expectStatus(user.call('DELETE', `/api/user/outcomes/${id}`), 200);
});

test("'Email Settings' leads to the morning email", async ({ page }) => {
  row('dashboard/email-settings');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Email Settings' }).click();
  await page.waitForURL(/\/settings$/);
  const heading = page.getByRole('heading', { name: 'Email with new agents' });
  await heading.waitFor();
  const top = async () => (await heading.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeLessThan(200);
  await page.waitForLoadState('networkidle');
  expect(await top()).toBeGreaterThanOrEqual(64);
  expect(await top()).toBeLessThan(200);
});
