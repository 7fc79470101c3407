import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from './precompress.ts';
import { prerenderPages } from './prerender.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const next = join(root, 'dist.next');

process.chdir(root);
// A test run, which builds what it looks at, would otherwise leave React's slow development build behind.
process.env.NODE_ENV = 'production';
await build({ logLevel: 'warn', build: { outDir: next, emptyOutDir: true } });
const pages = await prerenderPages(next);
await precompress(next);
// The finished build takes the place of the old one, so that a failed build leaves that one standing.
await rm(dist, { recursive: true, force: true });
await rename(next, dist);
console.log(
  `Built ${dist}: the application, ${pages.length} prerendered pages, .br and .gz beside each text file`,
);
// What the rendered pages keep in memory for minutes (the query cache) is of no use to anybody here.
process.exit();
