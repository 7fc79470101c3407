import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the field has the focus, is invalid, and this error describes it. */
export async function expectRefused(page: Page, label: string, error: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const texts = await Promise.all(ids.map(id => page.locator(`[id="${id}"]`).textContent()));
  expect(texts).toContain(error);
}
