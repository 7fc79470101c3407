import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** Draws `public/og-image.jpg` from `og-image.html`. Run it by hand after a change; the file is committed. */
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(`file://${join(import.meta.dirname, 'og-image.html')}`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({
  path: join(import.meta.dirname, '../public/og-image.jpg'),
  type: 'jpeg',
  quality: 86,
});
await browser.close();
