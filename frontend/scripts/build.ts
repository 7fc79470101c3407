import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from './precompress.ts';
import { prerenderPages } from './prerender.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const next = join(root, 'dist.next');

process.chdir(root);
// A test run would otherwise build React's slow development version.
process.env.NODE_ENV = 'production';
await build({ logLevel: 'warn', build: { outDir: next, emptyOutDir: true } });
const pages = await prerenderPages(next);
await precompress(next);
// Replaces the old build only after a successful one.
await rm(dist, { recursive: true, force: true });
await rename(next, dist);
console.log(
  `Built ${dist}: the application, ${pages.length} prerendered pages, .br and .gz beside each text file`,
);
// Rendered pages keep timers of the query cache running for minutes.
process.exit();
