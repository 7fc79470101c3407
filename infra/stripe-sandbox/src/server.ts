import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { management } from '@closingwire/chassis/management';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import type { Service } from '@closingwire/chassis/run';
import express from 'express';
import { apiRouter } from './api/api-router.ts';
import { expireSessions } from './billing/checkout.ts';
import { processingSettler } from './billing/intent.ts';
import { catchUpAll } from './billing/renew.ts';
import type { SandboxConfig } from './config.ts';
import { pagesRouter } from './pages/pages-router.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';
import { webhookSender } from './webhook-sender.ts';

/** The payment sandbox as a service. `url` is known once it has started. */
export function createStripeSandbox(
  config: SandboxConfig,
  { clock = systemClock, catchUpEveryMs = 10_000 }: { clock?: Clock; catchUpEveryMs?: number } = {},
): Service & { readonly url: string } {
  mkdirSync(config.DATA_DIR, { recursive: true });
  const store = openStore(join(config.DATA_DIR, 'stripe-sandbox.sqlite'));
  const sandbox: Sandbox = { store, clock, publicUrl: '' };
  const url = config.STRIPE_WEBHOOK_URL;
  const sender = url && webhookSender(store, { url, secret: config.STRIPE_WEBHOOK_SECRET });
  let timer: NodeJS.Timeout | undefined;

  const app = express();
  app.disable('x-powered-by').set('query parser', 'extended');
  app.use(apiRouter(sandbox, config.STRIPE_SECRET_KEY));
  app.use(pagesRouter(sandbox, url));
  const server = createServer(app);
  const operators = management({
    name: 'stripe-sandbox',
    host: config.HOST,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    parts: [],
    isDraining: () => !server.listening,
  });

  return {
    get url() {
      return sandbox.publicUrl;
    },
    parts: [
      {
        name: 'stripe-sandbox',
        async start() {
          await new Promise<void>((resolve, reject) => {
            server.once('error', reject).listen(config.PORT, config.HOST, resolve);
          });
          sandbox.publicUrl = config.STRIPE_SANDBOX_URL ?? addressOf(server.address());
          const settleProcessing = processingSettler(sandbox);
          timer = setInterval(() => {
            catchUpAll(sandbox);
            expireSessions(sandbox);
            settleProcessing();
          }, catchUpEveryMs);
          if (sender) sender.start();
          await operators.start();
        },
        async stop() {
          clearInterval(timer);
          server.closeIdleConnections();
          await new Promise(resolve => server.close(resolve));
          if (sender) await sender.stop();
          await operators.stop();
          store.close();
        },
      },
    ],
  };
}

function addressOf(address: AddressInfo | string | null): string {
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : '';
}
