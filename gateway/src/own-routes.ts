import { AppError } from '@closingwire/chassis/app-error';
import { managementUrlOf } from '@closingwire/chassis/management';
import express, { type RequestHandler } from 'express';
import { asyncApiDocument } from './api-documents/asyncapi.ts';
import { docsAssets, docsPage, docsScript } from './api-documents/docs-page.ts';
import { openApiDocument } from './api-documents/openapi.ts';
import type { GatewayConfig } from './config.ts';

const PATIENCE_MS = 2_000;

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  await reply?.body?.cancel();
  return reply?.ok === true;
}

function wholeHealth(config: GatewayConfig) {
  const services = {
    auth: config.AUTH_MANAGEMENT_URL ?? managementUrlOf(config.AUTH_URL),
    catalog: config.CATALOG_MANAGEMENT_URL ?? managementUrlOf(config.CATALOG_URL),
    billing: config.BILLING_MANAGEMENT_URL ?? managementUrlOf(config.BILLING_URL),
    leads: config.LEADS_MANAGEMENT_URL ?? managementUrlOf(config.LEADS_URL),
    'leads-ingest': config.LEADS_INGEST_MANAGEMENT_URL ?? managementUrlOf(config.LEADS_INGEST_URL),
    'leads-feeds': config.LEADS_FEEDS_MANAGEMENT_URL ?? managementUrlOf(config.LEADS_FEEDS_URL),
    notifications: config.NOTIFICATIONS_MANAGEMENT_URL ?? managementUrlOf(config.NOTIFICATIONS_URL),
    content: config.CONTENT_MANAGEMENT_URL ?? managementUrlOf(config.CONTENT_URL),
  };
  return async () => {
    const states = await Promise.all(
      Object.entries(services).map(
        async ([name, url]) => [name, (await isReady(url)) ? 'ready' : 'away'] as const,
      ),
    );
    const isWhole = states.every(([, state]) => state === 'ready');
    return { status: isWhole ? 'ready' : 'degraded', services: Object.fromEntries(states) };
  };
}

/** Sends JSON that is made on the first request. */
function once(make: () => Promise<string> | string): RequestHandler {
  let made: Promise<string> | undefined;
  return async (_req, res) => {
    made ??= Promise.resolve(make());
    res
      .type('json')
      .set('cache-control', 'public, max-age=300')
      .send(await made);
  };
}

/** The gateway's own routes under /api: health, API documents and API reference. */
export function ownRoutes(config: GatewayConfig): express.Router {
  const router = express.Router();
  const health = wholeHealth(config);
  router.get('/api/health', async (_req, res) => {
    const state = await health();
    res
      .status(state.status === 'ready' ? 200 : 503)
      .set('cache-control', 'no-store')
      .json(state);
  });
  router.get(
    '/api/openapi.json',
    once(() => openApiDocument(config.PUBLIC_URL)),
  );
  router.get('/api/asyncapi.json', once(asyncApiDocument));
  router.get('/api/docs', (_req, res) => void res.type('html').send(docsPage));
  router.get('/api/docs/start.js', (_req, res) => void res.type('js').send(docsScript));
  router.use('/api/docs/assets', docsAssets);
  router.use('/api', () => {
    throw new AppError('missing', 'not_found', 'Not found');
  });
  return router;
}

export const isOwn = (pathname: string): boolean =>
  /^\/api\/(health|openapi\.json|asyncapi\.json|docs(\/.*)?)$/.test(pathname);
