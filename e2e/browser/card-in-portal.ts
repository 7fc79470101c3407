import type { Page } from 'playwright-core';

/** Opens the billing portal from the account menu. */
export async function openPortal(page: Page): Promise<Page> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
  return opening;
}

/** Puts a card on file in the billing portal and returns. */
export async function cardInPortal(page: Page, number: string): Promise<void> {
  await useCard(await openPortal(page), number);
}

/** Enters the card in an open portal and closes the tab. */
export async function useCard(portal: Page, number: string): Promise<void> {
  await portal.waitForURL(/\/portal\/bps_\w+$/);
  await portal.getByLabel('Card number').fill(number);
  await portal.getByRole('button', { name: 'Use this card' }).click();
  await portal.getByText('The card was changed.').waitFor();
  await portal.close();
}
