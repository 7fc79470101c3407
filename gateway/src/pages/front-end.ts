import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AppError } from '@closingwire/chassis/app-error';
import { pagePaths, pagePattern } from '@closingwire/contracts/pages';
import { type SessionCookies, sessionCookies } from '@closingwire/contracts/session-cookies';
import express, { type RequestHandler } from 'express';
import sirv from 'sirv';
import { cookieOf } from '../session/session.ts';
import { type ConfiguredTexts, type Documents, readDocuments, sendDocument } from './documents.ts';

const patterns = pagePaths.map(pagePattern);

export const isPage = (pathname: string): boolean => patterns.some(pattern => pattern.test(pathname));

type AddressOptions = { publicUrl: string; trustedProxies: number };

/**
 * Redirects pages from another host name, such as 127.0.0.1, to the public address: cookies and emailed links belong to it.
 * HEAD is not redirected, because load balancers probe with it. Behind a proxy, X-Forwarded-Host has the name; without it
 * there is no redirect, because the proxy's own name would cause an endless one.
 */
function toPublicAddress({ publicUrl, trustedProxies }: AddressOptions): RequestHandler {
  const { origin, host: publicHost } = new URL(publicUrl);
  return (req, res, next) => {
    const named =
      trustedProxies > 0 ? req.get('x-forwarded-host')?.split(',').at(-1)?.trim() : req.get('host');
    if (req.method !== 'GET' || named === undefined || named.toLowerCase() === publicHost) return next();
    const path = req.originalUrl.startsWith('/') ? req.originalUrl : '/';
    res.set('cache-control', 'no-store').redirect(302, origin + path);
  };
}

const notBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>ClosingWire: the front end is not built</title></head>
  <body>
    <h1>The front end is not built</h1>
    <p>The API runs. <code>make start</code> builds the pages before it starts the gateway; to build them alone, run
    <code>npm run build -w frontend</code> and start the gateway again.</p>
    <p><a href="/api/docs">API reference</a> · <a href="/api/health">Health of all services</a></p>
  </body>
</html>
`;

const hashed = /^\/assets\//;
const file = /\.[a-z0-9]{2,5}$/i;
/** Not served at their own paths: documents have their pages' paths, and compressed files those of the originals. */
const buildOnlyFile = /\.(html|br|gz)$/i;

const isSignedIn = (req: IncomingMessage, { refreshName }: SessionCookies) =>
  cookieOf(req.headers.cookie, refreshName) !== undefined;

function cacheFor(res: ServerResponse, pathname: string): void {
  res.setHeader('Cache-Control', hashed.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache');
}

const notFound = () => new AppError('missing', 'not_found', 'Not found');

const withoutLastSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

type Options = ConfiguredTexts & { dist: string; trustedProxies: number };

/** Serves visitors prerendered pages; otherwise the shell, which the app fills in the browser. */
function pages({ shell, byPath }: Documents, publicUrl: string): RequestHandler {
  const cookies = sessionCookies(publicUrl);
  return (req, res) => {
    const prerendered = isSignedIn(req, cookies) ? undefined : byPath.get(withoutLastSlash(req.path));
    res.status(isPage(req.path) ? 200 : 404);
    sendDocument(req, res, prerendered ?? shell);
  };
}

/** Serves files, compressed if the browser accepts it. Browsers cache hashed files for ever and revalidate others. */
function files({ byPath }: Documents, dist: string): RequestHandler {
  const robots = byPath.get('/robots.txt');
  const others = sirv(dist, { etag: true, brotli: true, gzip: true, setHeaders: cacheFor });
  return (req, res, next) => {
    if (buildOnlyFile.test(req.path)) throw notFound();
    if (robots && req.path === '/robots.txt') return sendDocument(req, res, robots);
    others(req, res, () => next(notFound()));
  };
}

/** Serves the built front end. */
export function frontEnd(options: Options): express.Router {
  const router = express.Router();
  router.use((req, _res, next) =>
    next(req.method === 'GET' || req.method === 'HEAD' ? undefined : notFound()),
  );
  if (!existsSync(join(options.dist, 'index.html'))) {
    router.use((_req, res) => void res.status(503).type('html').send(notBuiltPage));
    return router;
  }
  const documents = readDocuments(options.dist, options);
  const sendFile = files(documents, options.dist);
  router.use((req, res, next) => (file.test(req.path) ? sendFile(req, res, next) : next()));
  router.use(toPublicAddress(options));
  router.use(pages(documents, options.publicUrl));
  return router;
}
