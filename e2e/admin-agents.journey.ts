import { newId } from '@closingwire/chassis/ids';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { freeZips } from './platform/free-zips.ts';
import { demoAdmin, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The tab where admins find agents across ZIPs, split and merge them. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '/admin/operations?tab=agents';
test.beforeEach(async ({ page }) => {
  await page.goto(address);
});

const yesterday = dayBefore(1);

/** Delivers an agent with a row in each ZIP, and returns their address and the ZIPs. */
async function anAgent(admin: User, name: string): Promise<{ email: string; zips: string[] }> {
  const email = `agent-${newId()}@example.com`;
  const zips = (await freeZips(admin, 2)).toSorted();
  // The second delivery finds the agent of the first; in one, a job would merge them.
  for (const zip of zips) {
    const property = { address1: '1 Cedar St', zip, soldDate: yesterday, price: 640_000 };
    const agent = { fullName: name, email, brokerageName: 'Example Realty', licenseNumber: `L-${zip}` };
    await deliverLeads(whole, [{ ...agent, property }]);
  }
  return { email, zips };
}

const find = (page: Page, contact: string) => page.getByLabel('Find agents').fill(contact);

describe.each(looks)('an agent $at', ({ look }) => {
  test.override('look', look);

  test('is found with the rows of every ZIP', async ({ page, user }) => {
    row('agents-tab/find');
    await shown(page, 'Find an agent');
    await expectAccessible(page);
    const { email, zips } = await anAgent(user, 'Ann Lee');
    await find(page, email.toUpperCase());
    await page.getByText('1 agent', { exact: true }).waitFor();
    await shown(page, `2 rows in ${zips.join(', ')}`);
    for (const zip of zips) await shown(page, `L-${zip}`);
    await shown(page, 'Example Realty');
    await expectAccessible(page);
    await press(page, 'Merge Ann Lee with another agent');
    await page.getByLabel('Find the other agent').fill(email);
    await shown(page, 'No other agent was found.');
    await expectAccessible(page);
  });
});

test('an agent is split and merged again', async ({ page, user }) => {
  row('agents-tab/split', 'agents-tab/merge');
  const { email, zips } = await anAgent(user, 'Bob Lee');
  const [first, second] = zips;
  await find(page, email);
  await shown(page, 'To split the agent, choose the rows of the other person.');
  const split = page.getByRole('button', { name: /^Split/ });
  expect(await split.isDisabled()).toBe(true);
  await page.getByLabel(`Choose ${first}, Bob Lee`).check();
  await page.getByLabel(`Choose ${second}, Bob Lee`).check();
  await shown(page, 'At least one row must stay.');
  await page.getByLabel(`Choose ${first}, Bob Lee`).uncheck();
  await press(page, 'Split 1 row of Bob Lee');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${second}, Bob Lee`).waitFor();
  await dialog.getByText(/^Contacts and licenses that both have identify nobody from now on/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Split 1 row' }).click();
  await toasted(page, 'Agent split', '1 row is another agent now.');
  await page.getByText('2 agents', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Merge Bob Lee with another agent' }).first().click();
  await page.getByLabel('Find the other agent').fill(email);
  const merge = dialog.getByRole('button', { name: 'Merge Agents' });
  await dialog.getByRole('radio').check();
  await dialog.getByText(/^An opt-out or a deletion of one of them holds for all rows/).waitFor();
  await expectAccessible(page);
  await merge.click();
  await shown(page, 'Merging; this takes some seconds');
  await toasted(page, 'Agents merged', undefined, { timeout: 60_000 });
  await page.getByText('1 agent', { exact: true }).waitFor();
  await shown(page, `2 rows in ${zips.join(', ')}; merged`);
});

test('a search without a match, and a failure, can be repeated', async ({ page }) => {
  row('agents-tab/find');
  await find(page, 'a@');
  await shown(page, 'Enter at least 3 characters.');
  await find(page, `nobody-${newId()}@example.com`);
  await shown(page, 'No agents found');
  await expectAccessible(page);
  await press(page, 'Clear the search');
  await shown(page, 'Find an agent');
  const asked = '**/api/admin/agents?*';
  await page.route(asked, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  await find(page, 'nobody@example.com');
  await shown(page, 'Agents could not be searched');
  await expectAccessible(page);
  await page.unroute(asked);
  await press(page, 'Try again');
  await shown(page, 'No agents found');
});
