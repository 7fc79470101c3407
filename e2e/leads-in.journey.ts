import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { figureOf } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The tab where admins deliver files of leads. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '/admin/operations?tab=leads-in';
test.beforeEach(async ({ page }) => {
  await page.goto(address);
});

const yesterday = dayBefore(1);

/** Chooses a file of the source for files, which is not the only source. */
async function choose(page: Page, text: string, name: string): Promise<void> {
  await page.getByLabel('Source of the file').selectOption('Files of admins');
  await page
    .getByLabel('Choose a file of leads')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
}

/** Five rows below a notice; three are invalid, and one has a cell that cannot be read. */
const portalFile = (zip: string, name: string, agentColumn = 'Contact person') =>
  [
    'Closings of the county, for subscribers of the portal;;;;;',
    `${agentColumn};Property Address;ZIP;Price;Sold Date;Beds`,
    `${name};1 Cedar St;${zip};"$640,000";${yesterday};3`,
    `${name};2 Cedar St;${zip};"$650,000";${yesterday};many`,
    `;3 Cedar St;${zip};"$660,000";${yesterday};3`,
    `${name};4 Cedar St;9810;"$670,000";${yesterday};3`,
    `${name};5 Cedar St;${zip};"$680,000";soon;3`,
    '',
  ].join('\r\n');

const fieldOf = (page: Page, column: string) => page.getByLabel(`Field of the column ${column}`);

/** The row, the column of its first fault, and its address in a file of rejected rows. */
const faultOf = (row: Record<string, string>) => [
  row['ClosingWire row'],
  row['ClosingWire faults']?.split(':')[0],
  row['Property Address'],
];

/** The lines of the table of effects: new, changed, same, and opted out in a check. */
const effectsIn = (place: Page | Locator) =>
  place
    .getByRole('table', { name: 'Effects' })
    .locator('tbody tr')
    .evaluateAll(lines => lines.map(line => [...line.children].map(cell => cell.textContent).join(' ')));

/** Chooses the file whose agents have an unknown header, and maps it. */
async function chooseAndMap(
  page: Page,
  file: string,
  { agentColumn = 'Contact person', fileName = 'portal.csv' } = {},
): Promise<void> {
  await choose(page, file, fileName);
  await page
    .getByRole('alert')
    .getByText(/^ClosingWire sells contacts of agents/)
    .waitFor();
  await fieldOf(page, agentColumn).selectOption('Agent Name (required)');
  await shown(page, '2 rows can be delivered, 3 rejected');
}

describe.each(looks)('a checked file $at', ({ look }) => {
  test.override('look', look);

  test('shows its form, its columns and its rejects', async ({ page }) => {
    row('leads-in/check', 'leads-in/mapping');
    await choose(page, portalFile('98101', 'Zoë Example'), 'portal.csv');
    await shown(page, "No column with the agent's name was found");
    await shown(page, 'Zoë Example');
    await shown(page, '1 Cedar St · 2 Cedar St · 3 Cedar St');
    expect(await fieldOf(page, 'Beds').inputValue()).toBe('beds');
    await expectAccessible(page);
    await fieldOf(page, 'Contact person').focus();
    await fieldOf(page, 'Contact person').selectOption('Agent Name (required)');
    await shown(page, /^CSV, Windows-1252, separated by semicolons, header in line 2/);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(
      'Field of the column Contact person',
    );
    const summary = page.getByRole('region', { name: 'Summary' });
    expect(await figureOf(summary, 'Rows accepted')).toBe(2);
    expect(await figureOf(summary, 'Rows rejected')).toBe(3);
    expect(await figureOf(summary, 'Cells left out')).toBe(1);
    await shown(page, 'Zoë Example');
    await shown(page, 'Line 1: Closings of the county, for subscribers of the portal');
    await shown(
      page,
      "Line 5: Expected the agent's name; got nothing; a closing without an agent cannot be listed",
    );
    await shown(page, 'Line 4: Expected a number from 0 to 10000; got "many"');
    await expectAccessible(page);
    await fieldOf(page, 'Price').selectOption('Not read');
    await shown(page, '2 of the accepted rows have no disclosed price.');
    await press(page, 'Undo My Choices');
    await shown(page, "No column with the agent's name was found");
  });
});

test('a delivered file is in the leads of its ZIP', async ({ page, user: admin }) => {
  row('leads-in/delivery', 'leads-in/rejects', 'leads-in/deliveries', 'leads-in/mapping');
  const [zip = ''] = await freeZips(admin, 1);
  const name = `Zoë Example ${Date.now()}`;
  const fileName = `portal-${Date.now()}.csv`;
  const agentColumn = `Contact ${Date.now()}`;
  const file = portalFile(zip, name, agentColumn);
  await chooseAndMap(page, file, { agentColumn, fileName });
  await press(page, 'Deliver 2 rows anyway');
  await shown(page, '2 of 2 rows stored');
  await expectAccessible(page);
  const { json } = await expectStatus(
    admin.call('GET', `/api/admin/zip-codes/${zip}/leads?search=${encodeURIComponent(name)}`),
    200,
  );
  expect(json).toMatchObject({ total: 2, agents: [{ fullName: name }, { fullName: name }] });

  const { rows } = await downloaded(page, () =>
    page.getByRole('link', { name: 'Download Rejected Rows', exact: true }).click(),
  );
  expect(rows.map(faultOf)).toEqual([
    ['5', agentColumn, '3 Cedar St'],
    ['6', 'ZIP', '4 Cedar St'],
    ['7', 'Sold Date', '5 Cedar St'],
  ]);
  const { rows: cells } = await downloaded(page, () =>
    page.getByRole('link', { name: 'Download Cells Left Out', exact: true }).click(),
  );
  expect(cells).toMatchObject([{ line: '4', field: 'Beds' }]);

  await page.getByRole('button', { name: `Details of ${fileName}` }).click();
  const dialog = page.getByRole('dialog', { name: fileName });
  await dialog.getByText(/by admin@demo\.closingwire\.test/).waitFor();
  await dialog.getByText(`${agentColumn}: Expected the agent's name`).waitFor();
  expect(await effectsIn(dialog)).toEqual(['Agents 1 0 0', 'Closings 2 0 0']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await press(page, 'Deliver Another File');
  expect(await page.locator(':focus').getAttribute('type')).toBe('file');
  await choose(page, file, fileName);
  await shown(page, 'Columns are read as they were chosen for the last file of this source.');
  await shown(page, '2 rows can be delivered, 3 rejected');
  await press(page, 'Read Columns by Name');
  await shown(page, "No column with the agent's name was found");
});

test('rejected rows of a check are repaired and delivered', async ({ page, user: admin }) => {
  row('leads-in/check');
  const [zip = ''] = await freeZips(admin, 1);
  await chooseAndMap(page, portalFile(zip, `Zoë Example ${Date.now()}`));
  expect(await effectsIn(page)).toEqual(['Agents 1 0 0 0', 'Closings 2 0 0 0']);
  const { name, header, rows } = await downloaded(page, () =>
    press(page, 'Download Rejected Rows of This Check'),
  );
  await shown(page, /only the file of the delivery closes its rows/);
  expect(name).toBe('portal.csv.rejects-check.csv');
  expect(rows.map(faultOf)).toEqual([
    ['5', 'Contact person', '3 Cedar St'],
    ['6', 'ZIP', '4 Cedar St'],
    ['7', 'Sold Date', '5 Cedar St'],
  ]);
  const repaired = rows.map(row => ({
    ...row,
    'Contact person': 'Zoë Example',
    ZIP: zip,
    'Sold Date': yesterday,
  }));
  const lines = [header, ...repaired.map(row => header.map(column => row[column as keyof typeof row]))];
  await press(page, 'Choose Another File');
  await choose(page, lines.map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\n'), 'repaired.csv');
  await fieldOf(page, 'Contact person').selectOption('Agent Name (required)');
  await shown(page, '3 rows can be delivered, 0 rejected');
});

/** Two rows of Washington: a recent one with a contact, and an old one without. */
const halfUsefulFile = (zip: string) =>
  [
    'full_name,email,address1,zip,sold_date',
    `Ann Example,ann@example.com,1 Cedar St,${zip},${yesterday}`,
    `Ann Example,,2 Cedar St,${zip},${dayBefore(40)}`,
    '',
  ].join('\n');

describe.each(looks)('warnings of a check $at', ({ look }) => {
  test.override('look', look);

  test('are above the button, which is not green', async ({ page }) => {
    row('leads-in/warnings');
    await choose(page, halfUsefulFile('98101'), 'half.csv');
    await shown(page, /^Only 1 of 2 rows has a closing of the last 7 days, so lists leave the other row out/);
    await shown(page, /^Only 1 of 2 rows has an email address or a phone number\./);
    const deliver = page.getByRole('button', { name: 'Deliver 2 rows anyway' });
    expect(await deliver.getAttribute('class')).not.toMatch(/\bbg-accent\b/);
    await expectAccessible(page);
  });
});

test('a file without warnings has the green button', async ({ page }) => {
  row('leads-in/warnings');
  const [header, recent] = halfUsefulFile('98101').split('\n');
  await choose(page, [header, recent, ''].join('\n'), 'useful.csv');
  const deliver = page.getByRole('button', { name: 'Deliver 1 row', exact: true });
  await deliver.waitFor();
  expect(await deliver.getAttribute('class')).toMatch(/\bbg-accent\b/);
});

describe('a file is refused', () => {
  test('if it names no agents, with what to do', async ({ page }) => {
    row('leads-in/refusals', 'leads-in/mapping');
    const county = 'id,date,price,bedrooms,bathrooms,sqft_living,sqft_lot,zipcode,listed_with';
    const sale = '7129300520,20260309T000000,221900,3,1,1180,5650,98178,Ann Example';
    await choose(page, `${county}\n${sale}\n`, 'county.csv');
    await shown(page, 'This file names no agents');
    await page
      .getByRole('alert')
      .getByText(/^Public records name no agents\. ClosingWire sells/)
      .waitFor();
    await shown(page, 'Parcel number, used in place of the address');
    await expectAccessible(page);
    await fieldOf(page, 'listed_with').selectOption('Agent Name (required)');
    await shown(page, '1 row can be delivered, 0 rejected');
    await shown(page, 'Parcel number, used in place of the address');
  });

  test('with its reason', async ({ page }) => {
    row('leads-in/refusals');
    const files = [
      ['empty.csv', '', 'This file has no rows'],
      ['report.pdf', '%PDF-1.7\n', 'got a PDF document; export the table as .xlsx or .csv'],
    ] as const;
    for (const [name, text, reason] of files) {
      await choose(page, text, name);
      await page.getByRole('alert').getByText(reason).waitFor();
      await shown(page, `${name} cannot be delivered`);
      expect(await page.getByRole('button', { name: /^Deliver/ }).count()).toBe(0);
      await expectAccessible(page);
      await press(page, 'Choose Another File');
    }
  });

  test('until one of two columns is chosen', async ({ page }) => {
    row('leads-in/refusals', 'leads-in/mapping');
    const header = 'full_name,address1,zip,sold_date,sqft,Square Feet';
    await choose(page, `${header}\nAnn Example,1 A St,98101,${yesterday},1200,1300\n`, 'twice.csv');
    await page
      .getByRole('alert')
      .getByText("Square feet is claimed by 'sqft' (column 5) and 'Square Feet' (column 6).")
      .waitFor();
    await fieldOf(page, 'Square Feet').selectOption('Not read');
    await shown(page, '1 row can be delivered, 0 rejected');
    expect(await fieldOf(page, 'sqft').inputValue()).toBe('sqft');
  });

  test('only for its ambiguous dates, until their order is chosen', async ({ page }) => {
    row('leads-in/refusals', 'leads-in/mapping');
    const days = ['3/9/2026', '13/2/2026', '2/13/2026'];
    const rows = days.map((day, at) => `Ann Example,${at} A St,98101,${day}`);
    await choose(page, ['full_name,address1,zip,sold_date', ...rows].join('\n'), 'mixed.csv');
    await shown(page, '2 rows can be delivered, 1 rejected');
    await shown(
      page,
      `Line 2: Expected a day with one meaning, such as 2026-03-09; got "3/9/2026"; '2/13/2026' in line 4 has`,
    );
    await page.getByLabel('Order of dates').selectOption('Day first (September 3)');
    await shown(page, '2 rows can be delivered, 1 rejected');
    await shown(page, /dates day first/);
  });
});

test('a check can be canceled, and repeated after a failure', async ({ page }) => {
  row('leads-in/check');
  const sending = '**/api/admin/leads?*';
  // The reply never comes.
  await page.route(sending, () => {});
  await choose(page, portalFile('98101', 'Ann Example'), 'portal.csv');
  await page.getByRole('progressbar', { name: 'Check' }).waitFor();
  await expectAccessible(page);
  await press(page, 'Cancel');
  await page.getByLabel('Choose a file of leads').waitFor({ state: 'attached' });
  await page.unroute(sending);
  await page.route(sending, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  await choose(page, portalFile('98101', 'Ann Example'), 'portal.csv');
  await page.getByRole('alert').getByText('Not now').waitFor();
  await page.unroute(sending);
  await press(page, 'Check Again');
  await shown(page, "No column with the agent's name was found");
});
