import { readFileSync } from 'node:fs';
import express from 'express';
import { ApiError } from '../api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { checkoutRouter } from './checkout-page.ts';
import { homePage } from './home-page.ts';
import { portalRouter } from './portal-page.ts';
import { renderPage } from './render.ts';

const stylesheet = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
const shim = readFileSync(new URL('../browser/stripe.js', import.meta.url), 'utf8');

/** No script runs on the hosted pages. No `form-action`: browsers apply it to the redirect after payment. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

const pageError: express.ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof ApiError)) return next(error);
  const page = renderPage('closed', 'Not found', { heading: 'There is nothing here', text: error.message });
  response.status(error.status).send(page);
};

/** Everything a browser loads: the hosted pages, their style, and the `window.Stripe` shim. */
export function pagesRouter(sandbox: Sandbox, webhookUrl: string | undefined): express.Router {
  const router = express.Router();
  router.get('/v3/stripe.js', (_request, response) => {
    response.set('access-control-allow-origin', '*').type('text/javascript').send(shim);
  });
  router.get('/style.css', (_request, response) => {
    response.type('text/css').send(stylesheet);
  });
  router.use((_request, response, next) => {
    response.set({
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    next();
  });
  router.get('/', (_request, response) => {
    response.send(homePage(sandbox, webhookUrl));
  });
  router.use(express.urlencoded({ extended: false, limit: '20kb' }));
  router.use(checkoutRouter(sandbox));
  router.use(portalRouter(sandbox));
  router.use(pageError);
  return router;
}
