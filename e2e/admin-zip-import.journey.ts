import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { figureOf } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { press } from './browser/page-actions.ts';
import { demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole));

test.beforeEach(async ({ page }) => {
  await page.goto('/admin');
  await press(page, 'Import CSV');
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import CSV' });
const bar = (page: Page) => dialog(page).getByRole('progressbar', { name: 'Import' });

const choose = (page: Page, text: string, name = 'zips.csv') =>
  dialog(page)
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Returns the preview's cells, row by row. */
async function preview(page: Page): Promise<string[][]> {
  const rows = await dialog(page).getByRole('table', { name: 'Preview' }).locator('tbody tr').all();
  return Promise.all(rows.map(row => row.locator('th, td').allTextContents()));
}

/** Returns the four counts of a finished import. */
async function outcome(page: Page) {
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor({ timeout: 120_000 });
  const labels = ['Created', 'Skipped', 'Errors', 'Dropped'];
  const [created, skipped, errors, dropped] = await Promise.all(
    labels.map(label => figureOf(dialog(page), label)),
  );
  return { created, skipped, errors, dropped };
}

type ListedZip = { zipCode: string; city: string; state: string; price: number; isAvailable: boolean };

async function catalog(admin: User, query = ''): Promise<ListedZip[]> {
  const { json } = await expectStatus(admin.call('GET', `/api/admin/zip-codes${query}`), 200);
  return (json as { zipCodes: ListedZip[] }).zipCodes;
}

describe('a file to import', () => {
  test('must be a CSV file with a header and a valid row', async ({ page }) => {
    row('validation/import-csv', 'validation/import-header', 'validation/import-none');
    await choose(page, 'zipcode,city,state\n90210,Beverly Hills,CA\n', 'zips.txt');
    await expectToast(page, 'Please select a CSV file');
    await choose(page, 'zipcode,city,state\n\n');
    await expectToast(page, 'CSV file must contain header and at least one data row');
    await choose(page, 'zipcode,city,state\n90210,,CA\n,Town,CA\n');
    await expectToast(page, 'No valid data to import');
  });

  test('needs its columns, in any case and three spellings', async ({ page }) => {
    row('validation/import-columns');
    await choose(page, 'zip,City\n90210,Beverly Hills\n');
    await expectToast(
      page,
      'Missing required columns',
      'Required: zipcode, city, state. Missing: zipcode, state.',
    );
    for (const spelling of ['ZipCode', 'ZIP_CODE', 'zip code']) {
      await choose(page, `STATE,${spelling},City\nca,90210,"Beverly Hills, upper"\n`);
      await dialog(page).getByText('rows will be added, 1 skipped because the ZIP code exists').waitFor();
      expect(await preview(page)).toEqual([
        ['90210', 'Beverly Hills, upper', 'CA', '$25', 'Yes', 'Already there, stays as it is'],
      ]);
      await dialog(page).getByText('Nothing will change: it is already there.').waitFor();
      expect(await dialog(page).getByRole('button', { name: 'Import', exact: true }).isEnabled()).toBe(true);
      await press(page, 'Choose Another File');
    }
  });

  test('is previewed with defaults, without dropped rows', async ({ page, user: admin }) => {
    row('validation/import-rows');
    const rows = [
      ...['00800,Town,pr,,', '00801,Town,PR,40,FALSE', '00802,Town,PR,free,0', '00803,Town,PR,12.9,true'],
      ...[',Town,PR,,', '00804,,PR,,', '00805,Town,,,'],
      ...Array.from({ length: 20 }, (_, index) => `008${10 + index},Town,PR,0,yes`),
    ];
    await choose(page, ['zipcode,city,state,price,available', ...rows].join('\n'));
    await dialog(page).getByText('zips.csv: 24 rows, 3 dropped without ZIP code, city or state').waitFor();
    const shown = await preview(page);
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 5)).toEqual([
      ['00800', 'Town', 'PR', '$25', 'Yes', 'Will be added'],
      ['00801', 'Town', 'PR', '$40', 'No', 'Will be added'],
      ['00802', 'Town', 'PR', '$25', 'No', 'Will be added“free”: the price note becomes $25'],
      ['00803', 'Town', 'PR', '$12', 'Yes', 'Will be added“12.9”: only the digits at the beginning are used'],
      ['00810', 'Town', 'PR', '$0', 'Yes', 'Will be added'],
    ]);
    await expectAccessible(page);
    expect(await catalog(admin, '?search=008&limit=25')).toEqual([]);
  });
});

describe('the check of a file', () => {
  test('marks the rows that the catalog will refuse, and counts the others', async ({
    page,
    user: admin,
  }) => {
    row('validation/import-rows');
    const rows = [
      '00850,Town,PR,40',
      '901,Town,PR,40',
      '00851,Town,PR,-1',
      '00852,Town,California,40',
      '00853,Town,ZZ,40',
    ];
    await choose(page, ['zipcode,city,state,price', ...rows, '90210,Beverly Hills,CA,40'].join('\n'));
    const text = '1 row will be added, 1 skipped because the ZIP code exists, 4 refused.';
    await dialog(page).getByRole('status').filter({ hasText: text }).waitFor();
    const shown = await preview(page);
    expect(shown.map(cells => cells[5])).toEqual([
      'Will be added',
      'A ZIP code has five digits, such as 90210',
      'A price is not negative',
      'A state is two capital letters, such as CA',
      'Expected a two-letter state, DC or territory; received “ZZ”',
      'Already there, stays as it is',
    ]);
    const refused = dialog(page).getByRole('list', { name: 'Refused rows' }).getByRole('listitem');
    expect(await refused.allTextContents()).toEqual([
      'Row 3: A ZIP code has five digits, such as 90210; received “901, Town, PR”.',
      'Row 4: A price is not negative; received “00851, Town, PR”.',
      'Row 5: A state is two capital letters, such as CA; received “00852, Town, CALIFORNIA”.',
      'Row 6: Expected a two-letter state, DC or territory; received “ZZ”.',
    ]);
    await expectAccessible(page);
    expect(await catalog(admin, '?search=0085')).toEqual([]);
    await press(page, 'Import 1 ZIP Code');
    expect(await outcome(page)).toEqual({ created: 1, skipped: 1, errors: 4, dropped: 0 });
  });
});

describe('an interrupted import', () => {
  test('shows the failure, and continues where it stopped', async ({ page, user: admin }) => {
    row('error/admin-import');
    const zips = await catalog(admin, '?limit=5000');
    await choose(page, fileOf(zips));
    await dialog(page).getByText('5,000 skipped because the ZIP code exists').waitFor();
    let calls = 0;
    await page.route('**/api/admin/zip-codes/bulk-import', route => {
      calls += 1;
      if (calls === 2) return route.fulfill({ status: 503, json: { message: 'The catalog is away' } });
      return calls === 3 ? route.abort() : route.continue();
    });
    await dialog(page).getByText('Nothing will change: all 5,000 are already there.').waitFor();
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
    await expectToast(page, 'Import failed', 'The catalog is away');
    expect(await bar(page).getAttribute('aria-valuenow')).toBe('2000');
    await dialog(page).getByText('2,000 of 5,000 rows').waitFor();
    await expectAccessible(page);
    await press(page, 'Continue Import');
    await expectToast(page, 'Import failed');
    await press(page, 'Continue Import');
    expect(await outcome(page)).toEqual({ created: 0, skipped: 5_000, errors: 0, dropped: 0 });
    await expectToast(page, 'Import finished', '0 created, 5,000 skipped, 0 errors');
    await expectAccessible(page);
  });
});

const fileOf = (zips: readonly ListedZip[], more: readonly string[] = []) =>
  [
    'zipcode,city,state,price,available',
    ...zips.map(zip => `${zip.zipCode},"${zip.city}",${zip.state},${zip.price},${zip.isAvailable}`),
    ...more,
  ].join('\r\n');

describe('the whole catalog as a file', () => {
  const fresh = Array.from({ length: 300 }, (_, index) => `00${400 + index}`);
  const broken = ['901,Town,CA,,', '90210,Town,California,,', 'ABCDE,=Town,CA,,', '90211,Town,CA,-1,'];
  let file: string;
  let rows: number;
  let taken: Set<string>;

  test.beforeAll(async ({ user: admin }) => {
    const zips = await catalog(admin);
    taken = new Set(zips.map(zip => zip.zipCode));
    const added = fresh.map(zip => `${zip},Freshtown,PR,31,false`);
    file = fileOf(zips, [...added, ...broken, '00999,,PR,,']);
    rows = zips.length + added.length + broken.length;
  });

  test('is imported at once, with each row counted', async ({ page, user: admin }) => {
    row('admin/zip-import');
    expect(rows).toBeGreaterThan(41_000);
    await choose(page, file);
    await page.evaluate(watchProgress);
    await dialog(page).getByText('Preview of the first 10 rows').waitFor();
    const added = fresh.filter(zip => !taken.has(zip)).length;
    await press(page, added > 0 ? `Import ${added} ZIP Codes` : 'Import');
    const { created, skipped, errors, dropped } = await outcome(page);
    expect(created).toBe(added);
    expect({ errors, dropped }).toEqual({ errors: broken.length, dropped: 1 });
    expect((created ?? 0) + (skipped ?? 0) + (errors ?? 0)).toBe(rows);
    const seen = await page.evaluate<number[]>('progressSeen');
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await catalog(admin, '?search=00400')).toMatchObject([
      { city: 'Freshtown', state: 'PR', price: 31, isAvailable: false },
    ]);

    const downloading = page.waitForEvent('download');
    await press(page, 'Download Errors');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('zip-import-errors.csv');
    const lines = parse(await readFile(await download.path()), { bom: true }) as string[][];
    const first = rows - broken.length + 2;
    expect(lines).toEqual([
      ['Row', 'ZIP Code', 'City', 'State', 'Problem'],
      [`${first}`, '901', 'Town', 'CA', 'A ZIP code has five digits, such as 90210'],
      [`${first + 1}`, '90210', 'Town', 'CALIFORNIA', 'A state is two capital letters, such as CA'],
      [`${first + 2}`, 'ABCDE', "'=Town", 'CA', 'A ZIP code has five digits, such as 90210'],
      [`${first + 3}`, '90211', 'Town', 'CA', 'A price is not negative'],
      [`${first + 4}`, '00999', '', 'PR', 'Dropped: no city'],
    ]);
    await press(page, 'Done');
    await dialog(page).waitFor({ state: 'hidden' });
  });
});

/** Records each value of the progress bar. */
const watchProgress = `
  window.progressSeen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('[role=progressbar]');
    const value = bar && Number(bar.getAttribute('aria-valuenow'));
    if (bar && progressSeen.at(-1) !== value) progressSeen.push(value);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });`;
