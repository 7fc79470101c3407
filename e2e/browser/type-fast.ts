import type { Locator } from 'playwright-core';

type Field = { dispatchEvent(event: Event): boolean };

/** Runs in the page: one character every 10 ms by the page's own timers, which a busy machine slows down equally. */
async function typeInPage(input: object, text: string): Promise<void> {
  // React overrides the element's own property. The prototype's setter sets the value as a key does.
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  for (let length = 1; length <= text.length; length++) {
    setValue?.call(input, text.slice(0, length));
    (input as Field).dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Types one character every 10 ms, however slow the machine is. */
export const typeFast = (input: Locator, text: string): Promise<void> => input.evaluate(typeInPage, text);
