import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { placeholderOrigin, placeholderPrice, prerenderedPaths } from '@closingwire/contracts/pages';
import { formatCents } from '@closingwire/contracts/prices';
import type { Request, Response } from 'express';

type Encoding = 'br' | 'gzip' | 'identity';

export type Document = { type: 'html' | 'txt'; etag: string; bodies: Record<Encoding, Buffer> };

const encodings: readonly Encoding[] = ['br', 'gzip'];

/** Not the best that there is: the process waits for it when it starts, and a page is only some KB. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** What stands in the place of the placeholders. */
export type ConfiguredTexts = { publicUrl: string; priceCents: number };

function documentOf(file: string, { publicUrl, priceCents }: ConfiguredTexts): Document {
  const { origin } = new URL(publicUrl);
  const text = readFileSync(file, 'utf8')
    .replaceAll(placeholderOrigin, origin)
    .replaceAll(placeholderPrice, () => formatCents(priceCents));
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    type: file.endsWith('.html') ? 'html' : 'txt',
    // Weak, because the same document goes out in several encodings.
    etag: `W/"${hash}"`,
    bodies: {
      br: brotliCompressSync(text, quality),
      gzip: gzipSync(text, { level: 9 }),
      identity: Buffer.from(text),
    },
  };
}

export type Documents = {
  /** Of all pages that are not prerendered, and of every page for the signed-in. */
  shell: Document;
  /** By path: the prerendered pages, and robots.txt. */
  byPath: ReadonlyMap<string, Document>;
};

/**
 * The documents of the build, with what is configured in the place of the placeholders. Read once: a new build is
 * served after the next start.
 */
export function readDocuments(dist: string, configured: ConfiguredTexts): Documents {
  const pages = prerenderedPaths.map(path => [path, join(dist, path, 'index.html')] as const);
  const present = [...pages, ['/robots.txt', join(dist, 'robots.txt')] as const].filter(([, file]) =>
    existsSync(file),
  );
  const shell = join(dist, existsSync(join(dist, 'app.html')) ? 'app.html' : 'index.html');
  return {
    shell: documentOf(shell, configured),
    byPath: new Map(present.map(([path, file]) => [path, documentOf(file, configured)])),
  };
}

/** Sends a document as the browser takes it; one that it has already is only confirmed. */
export function sendDocument(req: Request, res: Response, { type, etag, bodies }: Document): void {
  const encoding = encodings.find(name => req.acceptsEncodings(name)) ?? 'identity';
  if (encoding !== 'identity') res.set('content-encoding', encoding);
  res.type(type).vary('accept-encoding').set({ 'cache-control': 'no-cache', etag }).send(bodies[encoding]);
}
