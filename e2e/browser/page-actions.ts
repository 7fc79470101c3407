import type { Page } from 'playwright-core';
import { untilReady } from './until-ready.ts';

/** What people do on a page of the product at `url`. The page is asked for each time, since tests open new ones. */
export function pageActions(page: () => Page, url: string) {
  const at = (path: string) => new URL(path, url).href;
  return {
    at,
    visit: (path: string) => page().goto(at(path)),
    press: (name: string | RegExp) => page().getByRole('button', { name, exact: true }).click(),
    /** Waits until the text is on the screen. */
    shown: (text: string | RegExp) => page().getByText(text).first().waitFor(),
    /** Waits for the toast of this title and text. */
    toasted: (title: string, text: string | RegExp) =>
      page()
        .locator('[data-sonner-toast]')
        .filter({ has: page().getByText(title, { exact: true }) })
        .filter({ has: page().getByText(text, { exact: true }) })
        .first()
        .waitFor(),
    fill: async (label: string, text: string) =>
      (await untilReady(page().getByLabel(label, { exact: true }))).fill(text),
  };
}
