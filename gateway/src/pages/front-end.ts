import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AppError } from '@closingwire/chassis/app-error';
import { type SessionCookies, sessionCookies } from '@closingwire/contracts/session-cookies';
import express, { type RequestHandler } from 'express';
import sirv from 'sirv';
import { cookieOf } from '../session/cookie-header.ts';

const notBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>ClosingWire: the front end is not built</title></head>
  <body>
    <h1>The front end is not built</h1>
    <p>The API runs. <code>make start</code> builds the pages before it starts the gateway; to build them alone, run
    <code>npm run build -w frontend</code> and start the gateway again.</p>
    <p><a href="/api/docs">API reference</a> · <a href="/api/health">Health of the whole</a></p>
  </body>
</html>
`;

/** Pages that exist, so that a deep link answers 200 and anything else 404. */
const page =
  /^\/(|auth|register|zips|catalog|dashboard|admin|agents\/\d{5}|subscriptions|settings|subscribe|privacy-policy|contact|help|forgot-password|reset-password|opt-out|unsubscribe(\/[^/]+)?)\/?$/;

const hashed = /^\/assets\//;
const file = /\.[a-z0-9]{2,5}$/i;

const isSignedIn = (req: IncomingMessage, { refreshName }: SessionCookies) =>
  cookieOf(req.headers.cookie, refreshName) !== undefined;

function cacheFor(res: ServerResponse, pathname: string): void {
  res.setHeader('Cache-Control', hashed.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** Sends the empty shell that the app fills in the browser: to the signed-in, and for pages not prerendered. */
function sendShell(dist: string): RequestHandler {
  const shell = existsSync(join(dist, 'app.html')) ? 'app.html' : 'index.html';
  return (req, res) => {
    res.status(page.test(req.path) ? 200 : 404);
    res.setHeader('Cache-Control', 'no-cache');
    res.sendFile(shell, { root: dist, cacheControl: false });
  };
}

/**
 * The built front end: hashed files for ever, pages always asked for again, precompressed where the browser takes
 * it. Visitors get prerendered pages where there are some; the signed-in get the app's shell.
 */
export function frontEnd(dist: string, publicUrl: string): express.Router {
  const router = express.Router();
  router.use((req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    throw new AppError('missing', 'not_found', 'Not found');
  });
  if (!existsSync(join(dist, 'index.html'))) {
    router.use((_req, res) => void res.status(503).type('html').send(notBuiltPage));
    return router;
  }
  const cookies = sessionCookies(publicUrl);
  const files = sirv(dist, { etag: true, brotli: true, gzip: true, setHeaders: cacheFor });
  const shell = sendShell(dist);
  router.use((req, res, next) => {
    const wantsPage = !file.test(req.path);
    if (wantsPage && isSignedIn(req, cookies)) return shell(req, res, next);
    return files(req, res, next);
  });
  router.use((req, res, next) => {
    if (file.test(req.path)) throw new AppError('missing', 'not_found', 'Not found');
    return shell(req, res, next);
  });
  return router;
}
