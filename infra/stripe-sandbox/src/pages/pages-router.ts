import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { ApiError } from '../api-error.ts';
import type { Modes, Sandbox } from '../sandbox.ts';
import { checkoutRouter } from './checkout-page.ts';
import { invoiceRouter } from './invoice-page.ts';
import { portalRouter } from './portal-page.ts';
import { renderPage } from './render.ts';

function modeView({ store }: Sandbox) {
  const deliveries = store.rows(
    `select event_id, body, attempts, delivered_at, last_status, last_error from sends
     join objects on id = event_id order by sequence desc, endpoint_id limit 100`,
  );
  const [waiting] = store.rows(
    'select count(distinct event_id) as count from sends where delivered_at is null',
  );
  return {
    mode: store.livemode ? 'live' : 'test',
    customers: store.list('customer').length,
    subscriptions: store.list('subscription').length,
    undelivered: waiting?.count,
    deliveries: deliveries.map(row => {
      const event: { type: string; created: number } = JSON.parse(String(row.body));
      return {
        id: row.event_id,
        type: event.type,
        time: new Date(event.created * 1000).toISOString(),
        attempts: row.attempts,
        result: row.delivered_at === null ? (row.last_error ?? row.last_status ?? 'waiting') : 'delivered',
      };
    }),
  };
}

/** Shows the objects of each mode and the deliveries of its latest events. */
const homePage = (modes: Modes, webhookUrl: string | undefined): string =>
  renderPage('home', 'Overview', {
    webhookUrl: webhookUrl ?? 'nowhere (STRIPE_WEBHOOK_URL is not set)',
    modes: modes.map(modeView),
  });

const stylesheet = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
const browserFolder = fileURLToPath(new URL('../browser', import.meta.url));

/** The hosted pages run no script. `form-action` is missing because browsers apply it to the redirect after payment. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

const pageError: express.ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof ApiError)) return next(error);
  const page = renderPage('closed', 'Not found', { heading: 'There is nothing here', text: error.message });
  response.status(error.status).send(page);
};

/** For documents in frames: any page may frame them, as it may a payment provider's fields. */
const frameSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

function browserRouter(): express.Router {
  const router = express.Router();
  router.get('/v3/stripe.js', (_request, response) => {
    response.set('access-control-allow-origin', '*').sendFile('stripe.js', { root: browserFolder });
  });
  router.use('/elements', (_request, response, next) => {
    response.set({
      'content-security-policy': frameSecurityPolicy,
      'x-content-type-options': 'nosniff',
      // The frame's address contains the page's origin, so the frame sends no referrer.
      'referrer-policy': 'no-referrer',
    });
    next();
  });
  router.use('/elements', express.static(browserFolder, { index: false }));
  return router;
}

/** Routes everything that a browser loads: hosted pages, styles, and the scripts and frames of other pages. */
export function pagesRouter(modes: Modes, webhookUrl: string | undefined): express.Router {
  const router = express.Router();
  router.use(browserRouter());
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
    response.send(homePage(modes, webhookUrl));
  });
  router.use(express.urlencoded({ extended: false, limit: '20kb' }));
  router.use(checkoutRouter(modes));
  router.use(invoiceRouter(modes));
  router.use(portalRouter(modes));
  router.use(pageError);
  return router;
}
