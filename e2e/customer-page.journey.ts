import { until } from '@closingwire/chassis/testing';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { freeZips } from './platform/free-zips.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { endTrial } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The page on which an admin sees all that the services know about one user. */

const whole = theWhole();

const test = signedInOnOnePage(() => demoAdmin(whole)).extend('nora', { scope: 'file' }, () =>
  aSubscriberToBe(whole),
);

/** Waits until a title has the focus and is on the screen. */
async function expectInView(page: Page, title: Locator): Promise<void> {
  await title.and(page.locator(':focus')).waitFor();
  const { height = 0 } = page.viewportSize() ?? {};
  await until(async () => {
    const box = await title.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  });
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const sections = [
  'Lists',
  'ZIP codes',
  'Money',
  'Deliveries',
  'Emails',
  'Flags',
  'Sessions',
  'API keys',
  'Audit',
];

describe('the page of a customer', () => {
  test('opens from the table of users, with a section of each service', async ({ page, nora }) => {
    await page.goto(`/admin?${new URLSearchParams({ tab: 'users', q: nora.email })}`);
    await page.getByRole('row').filter({ hasText: nora.email }).getByRole('link').click();
    await page.waitForURL(`**/admin/users/${nora.id}`);
    await page.getByText(nora.id, { exact: true }).waitFor();
    for (const name of sections) await section(page, name).waitFor();
    await section(page, 'Lists')
      .getByText('The user has and had no ZIP codes, so there is no list.')
      .waitFor();
    await section(page, 'Sessions').getByRole('listitem').first().waitFor();
    await section(page, 'Money').getByText('No payment yet').waitFor();
    await section(page, 'Money').getByText('None scheduled').waitFor();
    await section(page, 'Emails').getByText('Notices on').waitFor();
    await expectAccessible(page);
  });

  test('explains in words why a list is empty', async ({ page, nora }) => {
    await page.goto(`/admin/users/${nora.id}`);
    await page.getByLabel('Explain another ZIP code').fill('0000');
    await page.getByText('Enter the five digits of a ZIP code').waitFor();
    await page.getByLabel('Explain another ZIP code').fill('00001');
    await page.getByText('00001 is not in the catalog: no user can order it.').waitFor();
    expect(await page.getByText('Enter the five digits of a ZIP code').count()).toBe(0);
    const list = page.getByRole('list', { name: 'List of 00001' });
    await list.getByText('The user does not have this ZIP code.').waitFor();
    await list
      .getByText(
        /^No closing of this ZIP code is stored\. It was never delivered, or its delivery was undone\./,
      )
      .waitFor();
  });

  test('leads to all emails of the user, which are in view', async ({ page, nora }) => {
    await page.goto(`/admin/users/${nora.id}`);
    await page.getByRole('link', { name: 'All mails to this address' }).click();
    const title = page.getByRole('heading', { name: 'Mails', exact: true });
    await expectInView(page, title);
    await page.getByLabel('Search mails').pressSequentially('x');
    await page.waitForURL(/mailSearch=[^&#]+x/);
    await page.getByLabel('Search mails').and(page.locator(':focus')).waitFor();
  });

  test('keeps the other sections when one of them fails', async ({ page, nora }) => {
    const money = '**/api/admin/customers/*/money';
    await page.route(money, route => route.fulfill({ status: 503, json: { message: 'Billing is down' } }));
    await page.goto(`/admin/users/${nora.id}`);
    await section(page, 'Money').getByText('Money could not be loaded').waitFor();
    await section(page, 'Sessions').getByRole('listitem').first().waitFor();
    expect(await section(page, 'Money').getByText('$').count()).toBe(0);
    await page.unroute(money);
    await section(page, 'Money').getByRole('button', { name: 'Try again' }).click();
    await section(page, 'Money').getByText('No payment yet').waitFor();
  });
});

test('a cause of rejected rows leads to its rows, which are in view', async ({ page, nora }) => {
  // Sources of other journeys deliver to other ZIPs: each ZIP shows its ten commonest causes.
  const zip = '59801';
  const property = { address1: '7 Oak St', city: 'Missoula', state: 'MT', zip };
  await deliverLeads(whole, [
    { fullName: 'Ines Example', property: { ...property, soldDate: 'soon' } },
    { fullName: '', property: { ...property, soldDate: dayBefore(1) } },
  ]);
  await page.goto(`/admin/users/${nora.id}`);
  await page.getByLabel('Explain another ZIP code').fill(zip);
  const list = page.getByRole('list', { name: `List of ${zip}` });
  await list.getByRole('link', { name: `Rows of ${zip}: property.soldDate ` }).click();
  await expectInView(page, page.getByRole('heading', { name: 'Rejected rows', exact: true }));
  await page.getByText(/^Only property\.soldDate: .+ Only deliveries of the last 7 days\.$/).waitFor();
  const rejected = page.getByRole('table', { name: 'Rejected rows' });
  await rejected.getByText('property.soldDate').first().waitFor();
  expect(await rejected.getByText('fullName', { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All causes and days' }).click();
  await rejected.getByText('fullName', { exact: true }).first().waitFor();
});

test('a longer trial is in all sections at once', async ({ page, user: admin }) => {
  const user = await aSubscriberToBe(whole);
  const [zip = ''] = await subscribeToFreeZips(user, 1);
  await endTrial(admin, user);
  await page.goto(`/admin/users/${user.id}`);
  const list = section(page, 'Lists').getByRole('listitem').filter({ hasText: zip }).first();
  await list
    .getByText(/^The user cannot read the list: the trial ended .* and nothing was paid\.$/)
    .waitFor();
  await section(page, 'ZIP codes').getByText('Trial over, not paid', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  await dialog.getByLabel('Credit trial days').fill('10');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await list.getByText('Open', { exact: true }).waitFor();
  await section(page, 'ZIP codes').getByText('On trial', { exact: true }).waitFor();
});

describe('the ZIP codes of a customer', () => {
  test('names who holds a ZIP code, or that nobody does', async ({ page, nora, user: admin }) => {
    row('admin/zip-holders');
    const [zip = '', other = ''] = await freeZips(admin, 2);
    await expectStatus(admin.call('POST', '/api/admin/assign-zip', { userId: nora.id, zipCodeId: zip }), 200);
    const peer = await aSubscriberToBe(whole);
    await page.goto(`/admin/users/${peer.id}`);
    await page.getByLabel('Explain another ZIP code').fill(other);
    await page.getByText(`Nobody holds ${other}: it is free in every industry.`).waitFor();
    await page.getByLabel('Explain another ZIP code').fill(zip);
    const holders = page.getByRole('list', { name: `Holders of ${zip}` });
    await page.getByRole('button', { name: 'Assign a ZIP code' }).click();
    const assigning = page.getByRole('dialog', { name: 'Assign a ZIP code' });
    await assigning
      .getByText(
        / gets it free of charge, with leads at once, and an email that says so, unless they turned emails off\.$/,
      )
      .waitFor();
    await assigning.getByLabel('ZIP code to assign').fill(zip);
    await assigning.getByText(/^Taken by .+ in Mortgages since /).waitFor();
    await expectAccessible(page);
    await assigning.getByRole('button', { name: 'Cancel' }).click();
    await holders.getByText(/^Taken by .+ in Mortgages since .+, assigned by an admin$/).waitFor();
    await expectAccessible(page);
    await holders.getByRole('link').click();
    await page.waitForURL(`**/admin/users/${nora.id}`);
  });

  test('says what taking a ZIP code changes, and mails the user', async ({ page, user: admin }) => {
    row('admin/unassign');
    const user = await aSubscriberToBe(whole);
    const [free = '', ordered = ''] = await freeZips(admin, 2);
    const assign = () => admin.call('POST', '/api/admin/assign-zip', { userId: user.id, zipCodeId: free });
    // The catalog may not know the new user yet.
    await until(async () => (await assign()).status === 200);
    await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [ordered] }), 200);
    await page.goto(`/admin/users/${user.id}`);
    const unassign = (zip: string) =>
      page.getByRole('button', { name: `Unassign ${zip} from `, exact: false });
    await unassign(ordered).click();
    const asked = page.getByRole('dialog', { name: `Unassign ${ordered}?` });
    await asked.getByText('Nothing is charged for it, so no charge changes.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await unassign(free).click();
    const dialog = page.getByRole('dialog', { name: `Unassign ${free}?` });
    await dialog.getByText('The ZIP code is free for them, so nothing changes in price.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Unassign ZIP code' }).click();
    const mail = await mailAbout(whole.mailApiUrl, user.email, new RegExp(`removed ZIP code ${free}`));
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('so nothing changes in price.');
    await unassign(free).waitFor({ state: 'detached' });
  });
});

test('the rows of a figure are in view', async ({ page }) => {
  row('admin/figures-agree');
  await page.goto('/admin/operations?tab=business');
  for (const figure of ['ZIP codes held', 'Payers', 'Trials without a payment']) {
    await page.getByRole('link', { name: `Rows of ${figure}` }).click();
    await expectInView(page, page.getByRole('heading', { name: figure, exact: true }));
  }
  const unpaid = page.getByRole('term').filter({ hasText: 'Trials without a payment' });
  const count = await unpaid.locator('xpath=following-sibling::dd[1]').textContent();
  await page.getByText(`${count} in total`, { exact: true }).waitFor();
  for (const name of [
    /^Ended trials: /,
    /^ZIP codes assigned for free: /,
    / paid ZIP codes of .+ in [A-Z]{2}$/,
  ]) {
    const link = page.getByRole('link', { name }).first();
    const linked = await link.textContent();
    await link.click();
    await page.getByText(`${linked} in total`, { exact: true }).waitFor();
  }
  await page.getByRole('link', { name: /^[\d,]+ ZIP codes?$/ }).click();
  await expectInView(
    page,
    page.getByRole('heading', { name: /^ZIP codes with all sign-up industries taken/ }),
  );
});
