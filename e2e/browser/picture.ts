import type { Page } from 'playwright-core';

export const picture = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
export const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''));
export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the second column of a chart's table. */
export async function numbersOf(page: Page, title: string): Promise<number[]> {
  const region = picture(page, title);
  const button = region.getByRole('button', { name: `Show as table: ${title}` });
  await button.click();
  const cells = await region.getByRole('table').locator('tbody td:nth-child(2)').allTextContents();
  await button.click();
  return cells.map(numberIn);
}
