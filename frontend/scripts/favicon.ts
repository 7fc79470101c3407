import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const sizes = [16, 32];
const publicFolder = join(import.meta.dirname, '../public');
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** Returns an ICO file: header, entries, then the images, which may be PNG since Windows Vista. */
function icoOf(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = HEADER_BYTES + images.length * ENTRY_BYTES;
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images.map(({ png }) => png)]);
}

/** Draws `public/favicon.ico` from `favicon.svg`. Run it by hand after a change; the file is committed. */
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const images: { size: number; png: Buffer }[] = [];
for (const size of sizes) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.goto(`file://${join(publicFolder, 'favicon.svg')}`);
  images.push({ size, png: await page.screenshot({ omitBackground: true }) });
}
await browser.close();
await writeFile(join(publicFolder, 'favicon.ico'), icoOf(images));
