import type { Page } from 'playwright-core';

/** Returns the day that was this many days ago, as `2026-03-09`. */
export const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Returns a day as pages write it. */
export const writtenDay = (day: string, dateStyle: 'medium' | 'full' = 'medium') =>
  new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' }).format(new Date(day));

/** Returns a property with every field that a source can send, each with its own value. */
export const everyFact = (zip: string) => ({
  address1: '70 Elm St',
  address2: 'Unit 7',
  city: 'Kent',
  state: 'WA',
  zip,
  price: 221_900,
  soldDate: dayBefore(1),
  beds: 3,
  baths: 2.25,
  sqft: 1_180,
  type: 'condo',
  mlsId: 'MLS-77',
  listedDate: dayBefore(40),
  lotSize: 0.13,
});

/** Returns the lines of that property in the dialog of a closing. */
export const everyLine = (zip: string): string[][] => [
  ['Address', '70 Elm St'],
  ['Address line 2', 'Unit 7'],
  ['City', 'Kent'],
  ['State', 'WA'],
  ['ZIP code', zip],
  ['Price', '$221,900'],
  ['Sold date', writtenDay(dayBefore(1))],
  ['Beds', '3'],
  ['Baths', '2.25'],
  ['Square feet', '1,180'],
  ['Type', 'Condo'],
  ['MLS ID', 'MLS-77'],
  ['Listed date', writtenDay(dayBefore(40))],
  ['Lot size', '0.13 acres'],
];

/** Returns the lines of a part of the open dialog of a closing. */
export async function factsOf(page: Page, title: 'Agent' | 'Property'): Promise<string[][]> {
  const section = page
    .getByRole('dialog')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await section.waitFor();
  const texts = await section.locator('dl > div').allInnerTexts();
  return texts.map(text => text.split('\n').filter(Boolean));
}
