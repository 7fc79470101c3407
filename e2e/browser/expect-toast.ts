import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** Waits for the toast with this title, and expects this text, by default none. */
export async function expectToast(page: Page, title: string, text: string | RegExp = ''): Promise<void> {
  const toast = page
    .locator('[data-sonner-toast]')
    .filter({ has: page.locator('[data-title]', { hasText: exactly(title) }) });
  await toast.waitFor();
  // A toast of an earlier refusal may have the same title.
  const shown = async () => (await toast.locator('[data-description]').allTextContents()).join('');
  const soon = expect.poll(shown, { timeout: 10_000 });
  await (typeof text === 'string' ? soon.toBe(text) : soon.toMatch(text));
}
