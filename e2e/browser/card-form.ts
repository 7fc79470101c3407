import type { Page } from 'playwright-core';

/** The sandbox's test cards; its README describes their effects. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  bankStep: '4000002500003155',
  processing: '4000000000012007',
  cutOff: '4000000000013005',
  declinedLater: '4000000000000341',
};

/** Cards that the provider refuses, and its reasons. */
export const refusals = [
  [cards.declined, 'Your card was declined.'],
  [cards.noFunds, 'Your card has insufficient funds.'],
  [cards.cutOff, 'We could not reach the payment provider. Check your connection and try again.'],
] as const;

/** The frame with the provider's fields, which has its own origin. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');

export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill('1234');
  await frame.getByLabel('Security code').fill('123');
}

const bankFrameSelector = 'iframe[title="Check by your bank"]';

/** The frame with the bank's question, over the page. */
export const bankFrame = (page: Page) => page.frameLocator(bankFrameSelector);

const TAKEN_MS = 3_000;

/**
 * Answers the bank's question. Chromium sometimes sends a click into a new frame of another origin to the page below,
 * so an ignored click is repeated.
 */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  const button = bankFrame(page).getByRole('button', { name: answer });
  await button.click();
  const isOver = page
    .locator(bankFrameSelector)
    .waitFor({ state: 'detached', timeout: TAKEN_MS })
    .then(
      () => true,
      () => false,
    );
  if (!(await isOver) && (await button.isEnabled())) await button.click();
}
