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

/** Below the maximum: the start waits for it, and pages are small. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Texts that replace the build's placeholders. */
export type ConfiguredTexts = { publicUrl: string; priceCents: number };

function documentOf(file: string, { publicUrl, priceCents }: ConfiguredTexts): Document {
  const { origin } = new URL(publicUrl);
  const text = readFileSync(file, 'utf8')
    .replaceAll(placeholderOrigin, origin)
    .replaceAll(placeholderPrice, () => formatCents(priceCents));
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    type: file.endsWith('.html') ? 'html' : 'txt',
    // Weak: one document has several encodings.
    etag: `W/"${hash}"`,
    bodies: {
      br: brotliCompressSync(text, quality),
      gzip: gzipSync(text, { level: 9 }),
      identity: Buffer.from(text),
    },
  };
}

export type Documents = {
  /** For pages that are not prerendered, and for all pages of signed-in users. */
  shell: Document;
  /** Prerendered pages and robots.txt, by path. */
  byPath: ReadonlyMap<string, Document>;
};

/**
 * Reads the build's documents once, and replaces the placeholders. A new build needs a restart.
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

/** Sends a document in an accepted encoding, or 304 if the browser has it. */
export function sendDocument(req: Request, res: Response, { type, etag, bodies }: Document): void {
  const encoding = encodings.find(name => req.acceptsEncodings(name)) ?? 'identity';
  if (encoding !== 'identity') res.set('content-encoding', encoding);
  res.type(type).vary('accept-encoding').set({ 'cache-control': 'no-cache', etag }).send(bodies[encoding]);
}
