import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pages, placeholderPrice, prerenderedPaths } from '@closingwire/contracts/pages';
import { build } from 'vite';

type Renderer = typeof import('../src/prerender.tsx');
type Page = Awaited<ReturnType<Renderer['renderPage']>>;

/** The document for pages of signed-in users and for unknown addresses. */
const shell: Page = {
  head: '<title>ClosingWire</title><meta name="robots" content="noindex, nofollow"/>',
  body: '',
};

/**
 * Renders the public pages into `dist`; `app.html` is for all other paths. The gateway replaces the placeholders in
 * them with the public address and the price.
 */
export async function prerenderPages(dist: string): Promise<readonly string[]> {
  const server = join(dist, '.server');
  await build({ build: { ssr: 'src/prerender.tsx', outDir: server, emptyOutDir: true }, logLevel: 'warn' });
  const { renderPage }: Renderer = await import(join(server, 'prerender.js'));
  const template = await withFontPreload(await readFile(join(dist, 'index.html'), 'utf8'), dist);
  await writeFile(join(dist, 'app.html'), fill(template, shell));
  for (const path of prerenderedPaths) {
    const file = join(dist, path, 'index.html');
    await mkdir(dirname(file), { recursive: true });
    const page = await renderPage(path);
    const isWhole = pages[path].prerendered === 'whole';
    await writeFile(
      file,
      isWhole ? fill(template, page, ` data-prerendered="${path}"`) : fill(template, { ...page, body: '' }),
    );
  }
  await rm(server, { recursive: true });
  return prerenderedPaths;
}

/** Preloads the font of every page, so that text does not jump. */
async function withFontPreload(template: string, dist: string): Promise<string> {
  const font = (await readdir(join(dist, 'assets'))).find(name => name.includes('-latin-wght-'));
  if (!font) throw new Error(`Expected the latin font among the assets of ${dist}`);
  const link = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`;
  return template.replace('<!--head-->', `${link}\n    <!--head-->`);
}

const fill = (template: string, page: Page, rootAttributes = ''): string =>
  template
    .replace('<html ', () => `<html data-price="${placeholderPrice}" `)
    .replace('<!--head-->', () => page.head)
    .replace('<!--page-->', () => page.body)
    .replace('<div id="root">', () => `<div id="root"${rootAttributes}>`);
