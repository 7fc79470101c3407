import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* An admin changes flagged closings for customers, and reads the figures of the business. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

type Listed = { id: string; fullName: string; email: string | null; property: { price: number | null } };

async function listOf(user: User): Promise<Listed[]> {
  const { json } = await expectStatus(user.call('GET', '/api/user/agents?limit=200'), 200);
  return (json as { agents: Listed[] }).agents;
}

async function flaggedLead() {
  const user = await aSubscriberToBe(whole);
  const zip = await aZipWithItsList(user);
  const name = `Ines ${newId().slice(-8)} Example`;
  const property = {
    address1: '7 Oak St',
    city: 'Kent',
    state: 'WA',
    zip,
    soldDate: dayBefore(1),
    price: 400_000,
  };
  const lead = { fullName: name, email: `${newId()}@example.com`, property };
  await deliverLeads(whole, [lead]);
  const ofName = async () => (await listOf(user)).filter(({ fullName }) => fullName === name);
  const [closing] = await ofName();
  const note = 'This sale is wrong';
  await expectStatus(user.call('POST', '/api/lead-flags', { agentId: closing?.id, note }), 201);
  return { lead, name, ofName };
}

/** Opens the flags and returns the row of an agent. */
async function flagOf(page: Page, name: string) {
  await page.goto('/admin?tab=lead-flags');
  const flag = page.getByRole('row').filter({ hasText: name });
  await flag.getByText('7 Oak St, Kent').waitFor();
  return flag;
}

const within = { timeoutMs: 1_000 };

test('an admin hides a flagged closing and shows it again', async ({ page }) => {
  row('admin/hidden-closing');
  const { lead, name, ofName } = await flaggedLead();
  const flag = await flagOf(page, name);
  await flag.getByRole('button', { name: `Hide this closing: ${name}` }).click();
  await shown(page, 'Hide this closing?');
  await expectAccessible(page);
  await press(page, 'Hide');
  await expectToast(page, 'Closing hidden');
  await until(async () => (await ofName()).length === 0, within);
  await flag.getByText(/^Hidden from customers on .* by /).waitFor();
  await deliverLeads(whole, [lead]);
  expect(await ofName()).toEqual([]);
  await expectAccessible(page);
  await flag.getByRole('button', { name: `Show it again: ${name}` }).click();
  await expectToast(page, 'Closing shown again');
  await until(async () => (await ofName()).length === 1, within);
});

test('an admin corrects a flagged closing', async ({ page }) => {
  row('admin/corrected-closing');
  const { lead, name, ofName } = await flaggedLead();
  const flag = await flagOf(page, name);
  await flag.getByRole('button', { name: `Edit this closing: ${name}` }).click();
  await shown(page, 'Correct this closing');
  await expectAccessible(page);
  await fill(page, 'Price, USD', '12');
  await press(page, 'Save corrections');
  await shown(page, 'Enter a whole sum of at least $1,000, or nothing');
  await fill(page, 'Price, USD', '$450,000');
  await fill(page, 'Email', 'right@example.com');
  await press(page, 'Save corrections');
  await expectToast(page, 'Closing corrected');
  const right = { email: 'right@example.com', property: { price: 450_000 } };
  expect(await ofName()).toMatchObject([right]);
  await deliverLeads(whole, [lead]);
  expect(await ofName()).toMatchObject([right]);
  await flag.getByText('Corrected: price, now $450,000').waitFor();
  await flag.getByText('Corrected: email, now right@example.com').waitFor();
  await flag.getByRole('button', { name: `Edit this closing: ${name}` }).click();
  await shown(page, 'Corrected. The sources say $400,000.');
  await press(page, 'Cancel');
  await flag.getByRole('link', { name: `Stored rows: ${name}` }).click();
  await page
    .getByRole('table', { name: `Rows of ${name}` })
    .getByText('right@example.com')
    .waitFor();
});

test('figures of sold-out ZIPs lead to their rows', async ({ page }) => {
  row('admin/sold-out');
  const user = await aSubscriberToBe(whole);
  const zip = await aZipWithItsList(user);
  await page.goto('/admin/operations?tab=business');
  const taken = page.getByRole('link', { name: /^\d+ of [\d,]+ ZIP codes of [A-Z]{2} taken by / });
  await taken.first().waitFor();
  await expectAccessible(page);
  const { json } = await expectStatus(
    (await demoAdmin(whole)).call('GET', `/api/admin/zip-codes?search=${zip}&page=1&limit=1`),
    200,
  );
  const { state } = (json as { zipCodes: { state: string }[] }).zipCodes[0] ?? { state: '' };
  await page.getByRole('link', { name: new RegExp(`ZIP codes of ${state} taken by Mortgages$`) }).click();
  await page.getByRole('link', { name: zip, exact: true }).waitFor();
  await page.getByRole('link', { name: `User of ${zip}` }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^[\d,]+ ZIP codes?$/ }).click();
  await shown(page, 'ZIP codes with all sign-up industries taken');
});

test('an admin sets what emails cost', async ({ page }) => {
  row('admin/monthly-costs');
  await page.goto('/admin/operations?tab=business');
  const mails = page.getByRole('region', { name: 'Emails sent' });
  await mails.getByText('not set').first().waitFor();
  await press(page, 'Set the cost of a thousand emails');
  await fill(page, 'USD', 'much');
  await press(page, 'Save cost');
  await shown(page, 'Enter an amount in USD, such as 0.40');
  await fill(page, 'USD', '0.40');
  await expectAccessible(page);
  await press(page, 'Save cost');
  await expectToast(page, 'Cost saved');
  await mails.getByText('$0.40').waitFor();
  await mails
    .getByRole('link', { name: /emails sent in/ })
    .first()
    .click();
  await page.waitForURL(/tab=settings&mails=sent&mailMonth=\d{4}-\d\d-01/);
  await page.getByText(/^[\d,]+ mails written in \w+ \d{4} \(UTC\)$/).waitFor();
  await press(page, 'All months');
  await page.getByText(/^[\d,]+ mails$/).waitFor();
  await expectStatus((await demoAdmin(whole)).call('DELETE', '/api/admin/settings/cost_of_1000_emails'), 200);
});
