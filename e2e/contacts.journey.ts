import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import type { OpenBrowser } from './browser/open-browser.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { untilState } from './platform/standing.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { endTrial } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The states of contacts: on the subscriber's screen, the lists of an admin, and the credit for a wrong contact. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

/** A number of an area code that no other journey uses. */
const newNumber = () => `2${String(Math.floor(1_000_000 + Math.random() * 900_000)).slice(1)}`;

async function subscriberWithLead(agent: object) {
  const user = await aSubscriberToBe(whole);
  const zip = await aZipWithItsList(user);
  const property = { address1: '7 Oak St', city: 'Kent', state: 'WA', zip, soldDate: dayBefore(1) };
  const lead = { fullName: `Ines ${newId().slice(0, 8)} Example`, ...agent, property };
  await deliverLeads(whole, [lead]);
  return { user, zip, name: lead.fullName };
}

async function closingIdOf(user: User, name: string): Promise<string> {
  const { json } = await expectStatus(user.call('GET', '/api/user/agents?limit=200'), 200);
  const { agents } = json as { agents: { id: string; fullName: string }[] };
  return agents.find(({ fullName }) => fullName === name)?.id ?? '';
}

const choose = (page: Page, file: { name: string; text: string }) =>
  page
    .getByLabel('Choose a list of the registry')
    .setInputFiles({ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) });

/** Chooses a list as an admin, on the screen, and waits for its check. */
async function checkList(page: Page, text: string, name: string): Promise<void> {
  await page.goto('/admin/operations?tab=contacts');
  await fill(page, 'Subscription Account Number', '12345678-1');
  await page.getByLabel('This is the complete list of these area codes').check();
  await choose(page, { name, text });
  await shown(page, 'Nothing is stored yet.');
}

/** Stores the checked list, which is too small, with a second press. */
async function storeSmallList(page: Page): Promise<void> {
  await press(page, 'Store the list');
  await press(page, 'Store as the complete list');
  await shown(page, 'The list is stored');
}

async function removeList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${name}, Full list of` }).click();
  await shown(page, /^All stored numbers of the area code 984 are removed/);
  await press(page, 'Remove');
  await expectToast(page, 'The list is removed');
}

describe('a do-not-call list', () => {
  test('marks a number on the screen of a subscriber', async ({ page, browser }) => {
    row('dashboard/do-not-call', 'admin/contacts');
    const number = newNumber();
    const mobile = `(984) ${number.slice(0, 3)}-${number.slice(3)}`;
    const { user, zip, name } = await subscriberWithLead({ mobile });
    const list = `${newId()}.txt`;
    await checkList(page, `984,${number}\n984,2345678\n`, list);
    await shown(page, 'Area code 984: 2 numbers, fewer than 1,000');
    await expectAccessible(page);
    await storeSmallList(page);
    await shown(page, 'Not configured');
    await expectAccessible(page);
    const own = await pageOf(browser, user);
    await own.goto(`/dashboard?zipCode=${zip}`);
    const table = own.getByRole('table', { name: 'Recent closings' });
    await table.getByText('Do not call').waitFor();
    await press(own, `View details of ${name}`);
    await shown(own, /^On the do-not-call registry · list of/);
    await shown(own, /^Source: /);
    await own.getByRole('link', { name: `All closings and notes of ${name}` }).waitFor();
    await expectAccessible(own);
    await removeList(page, list);
    await own.reload();
    await press(own, `View details of ${name}`);
    await shown(own, 'Do-not-call registry not checked: no valid list covers this number');
    expect(await table.getByText('Do not call').count()).toBe(0);
    await own.context().close();
  });

  test('needs the account number, its kind and numbers', async ({ page }) => {
    await page.goto('/admin/operations?tab=contacts');
    const file = { name: 'list.txt', text: 'something\nelse\n' };
    await choose(page, file);
    await shown(page, 'Enter the account number and the day of the download first');
    await shown(page, 'Choose first whether the file is the complete list or has changes');
    await fill(page, 'Subscription Account Number', '12345678-1');
    await page.getByLabel('These are changes, with the mark A or D in each line').check();
    await choose(page, file);
    await shown(page, /expected an area code and a number/i);
    await choose(page, { name: 'list.txt', text: '984,2345678\n' });
    await shown(page, /expected changes, which have the mark A or D in each line/i);
  });
});

/** Makes a subscriber on trial pay from now on. */
async function payNow(user: KnownUser): Promise<void> {
  await putCard(user);
  await untilState(user, 'trialing');
  await endTrial(await demoAdmin(whole), user);
  await untilState(user, 'active');
}

async function portalUrlOf(user: User): Promise<string> {
  const { json } = await expectStatus(user.call('POST', '/api/stripe/customer-portal'), 200);
  return (json as { url: string }).url;
}

async function putCard(user: User): Promise<void> {
  const body = new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' });
  const reply = await fetch(`${await portalUrlOf(user)}/card`, { method: 'POST', redirect: 'manual', body });
  expect(reply.status).toBe(303);
}

const contactStates = async (user: User, closingId: string) => {
  const { json } = await expectStatus(user.call('GET', `/api/user/agents/${closingId}/contacts`), 200);
  return (json as { contacts: { state: string }[] }).contacts.map(({ state }) => state);
};

async function confirmWrong(
  page: Page,
  flag: Locator,
  { contact, label, credit }: { contact: 'email' | 'phone'; label: string; credit: RegExp },
): Promise<void> {
  await flag.getByRole('button', { name: label }).click();
  const dialog = page.getByRole('dialog', { name: `Is this ${contact} wrong?` });
  await dialog.getByText(/ marked as wrong, on every agent who has it\.$/).waitFor();
  await dialog.getByText(credit).waitFor();
  await dialog.getByRole('button', { name: label }).click();
}

async function takeBack(page: Page, flag: Locator): Promise<void> {
  await flag.getByRole('button', { name: 'Take back: the contact is right' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is this phone right?' });
  await dialog.getByText(/^Lists show the phone .+ without the mark again within a second\.$/).waitFor();
  await dialog.getByText(/^The credit of \$15\.00 to .+ stays, because/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expectToast(page, 'Confirmation taken back');
  await flag.getByText(/^Taken back on .+ by .+@/).waitFor();
  await flag.getByText('Credited $15.00').waitFor();
}

test('a paid month is credited on the next invoice', async ({ page, browser }) => {
  row('admin/wrong-contact', 'admin/wrong-contact-taken-back');
  const { user, name } = await subscriberWithLead({ mobile: `(984) 555-${String(Date.now()).slice(-4)}` });
  await payNow(user);
  const agentId = await closingIdOf(user, name);
  await expectStatus(user.call('POST', '/api/lead-flags', { agentId, note: 'Another person' }), 201);
  await page.goto('/admin?tab=lead-flags');
  const flag = page.getByRole('row').filter({ hasText: name });
  const credit = / gets a credit of up to \$15\.00: /;
  await confirmWrong(page, flag, { contact: 'phone', label: 'Confirm wrong phone and credit', credit });
  await flag.getByText('Credited $15.00').waitFor();
  await takeBack(page, flag);
  await flag.getByRole('button', { name: `Confirm wrong phone: ${name}` }).waitFor();
  await expectAccessible(page);
  expect(await contactStates(user, agentId)).toEqual(['unknown']);
  await subscribeToFreeZips(user, 1);
  const portal = await browser.newPage();
  await portal.goto(await portalUrlOf(user));
  const invoices = portal.getByRole('region', { name: 'Table of invoices' });
  await invoices.getByText(/^-\$1[45]\.\d\d$/).waitFor();
  await portal.context().close();
});

/** The lists, Today and the agent's page mark the email and offer no link to it. */
async function expectWrongEmail(
  browser: OpenBrowser,
  user: User,
  at: { zip: string; name: string },
): Promise<void> {
  const own = await pageOf(browser, user);
  await own.goto(`/dashboard?zipCode=${at.zip}`);
  await own.getByRole('table', { name: 'Recent closings' }).getByText('Wrong email').first().waitFor();
  await own.goto(`/dashboard?sort=reason&q=${encodeURIComponent(at.name)}`);
  const refused = own.getByRole('button', { name: `Wrong email of ${at.name}` });
  await refused.waitFor();
  expect(await refused.isDisabled()).toBe(true);
  await own.getByRole('link', { name: at.name, exact: true }).first().click();
  await own.waitForURL(/\/agent\//);
  await refused.waitFor();
  expect(await own.getByRole('link', { name: `Email ${at.name}` }).count()).toBe(0);
  await expectAccessible(own);
  await own.context().close();
}

test('a wrong contact is confirmed after a question', async ({ page, browser }) => {
  row('admin/wrong-contact');
  const { user, zip, name } = await subscriberWithLead({ email: `${newId()}@example.com` });
  const agentId = await closingIdOf(user, name);
  await expectStatus(user.call('POST', '/api/lead-flags', { agentId, note: 'Mail comes back' }), 201);
  await page.goto('/admin?tab=lead-flags');
  const flag = page.getByRole('row').filter({ hasText: name });
  const credit = / gets no credit: the ZIP code is on trial\.$/;
  await confirmWrong(page, flag, { contact: 'email', label: 'Confirm wrong email', credit });
  await expectToast(page, 'Wrong contact confirmed');
  await flag.getByText('Nothing to credit: the ZIP code is on trial').waitFor();
  await flag.getByText('Resolved').first().waitFor();
  const status = flag.getByRole('combobox', { name: `Status of the flag on ${name}` });
  expect(await status.first().getByRole('option', { name: 'Pending' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  const contacts = await until(async () => {
    const { json } = await user.call('GET', `/api/user/agents/${agentId}/contacts`);
    return (json as { contacts: { field: string; state: string }[] }).contacts;
  });
  expect(contacts).toMatchObject([{ field: 'email', state: 'wrong' }]);
  await expectWrongEmail(browser, user, { zip, name });
});
