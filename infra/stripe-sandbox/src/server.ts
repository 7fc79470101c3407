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
import { noFaults } from './faults.ts';
import { pagesRouter } from './pages/pages-router.ts';
import type { Modes, Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';
import { type WebhookSender, webhookSender } from './webhook-sender.ts';

/**
 * Opens test mode and live mode, each with its own file. The test mode's file has an older name, from before live mode
 * existed.
 */
function openModes(config: SandboxConfig, clock: Clock): Modes {
  mkdirSync(config.DATA_DIR, { recursive: true });
  const open = (file: string, livemode: boolean, keys: Sandbox['keys']): Sandbox => ({
    store: openStore(join(config.DATA_DIR, file), livemode),
    keys,
    faults: noFaults(),
    clock,
    publicUrl: '',
  });
  return [
    open('stripe-sandbox.sqlite', false, {
      secret: config.STRIPE_SECRET_KEY,
      publishable: config.STRIPE_PUBLISHABLE_KEY,
    }),
    open('stripe-sandbox-live.sqlite', true, {
      secret: config.STRIPE_LIVE_SECRET_KEY,
      publishable: config.STRIPE_LIVE_PUBLISHABLE_KEY,
    }),
  ];
}

/** STRIPE_WEBHOOK_URL receives the events of both modes; as at Stripe, each mode signs with its own secret. */
function openSenders(modes: Modes, config: SandboxConfig): Map<Sandbox, WebhookSender> {
  const { STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: test, STRIPE_LIVE_WEBHOOK_SECRET: live } = config;
  const configured = ({ store }: Sandbox) =>
    url === undefined ? undefined : { url, secret: store.livemode ? live : test };
  return new Map(modes.map(mode => [mode, webhookSender(mode, configured(mode))]));
}

/** Returns a function that processes everything due in one mode: renewals, expired sessions, intents in progress. */
function presentOf(sandbox: Sandbox): () => void {
  const settleProcessing = processingSettler(sandbox);
  return () => {
    catchUpAll(sandbox);
    expireSessions(sandbox);
    settleProcessing();
  };
}

/** The payment sandbox as a service. `url` is known after the start. */
export function createStripeSandbox(
  config: SandboxConfig,
  { clock = systemClock, catchUpEveryMs = 10_000 }: { clock?: Clock; catchUpEveryMs?: number } = {},
): Service & { readonly url: string } {
  const modes = openModes(config, clock);
  const senders = openSenders(modes, config);
  let timer: NodeJS.Timeout | undefined;

  const app = express();
  app.disable('x-powered-by').set('query parser', 'extended');
  app.use(apiRouter(modes, senders));
  app.use(pagesRouter(modes, config.STRIPE_WEBHOOK_URL));
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
      return modes[0].publicUrl;
    },
    parts: [
      {
        name: 'stripe-sandbox',
        async start() {
          await new Promise<void>((resolve, reject) => {
            server.once('error', reject).listen(config.PORT, config.HOST, resolve);
          });
          const publicUrl = config.STRIPE_SANDBOX_URL ?? addressOf(server.address());
          for (const mode of modes) mode.publicUrl = publicUrl;
          const catchUps = modes.map(presentOf);
          timer = setInterval(() => {
            for (const catchUpMode of catchUps) catchUpMode();
          }, catchUpEveryMs);
          for (const sender of senders.values()) sender.start();
          await operators.start();
        },
        async stop() {
          clearInterval(timer);
          server.closeIdleConnections();
          await new Promise(resolve => server.close(resolve));
          for (const sender of senders.values()) await sender.stop();
          await operators.stop();
          for (const { store } of modes) store.close();
        },
      },
    ],
  };
}

function addressOf(address: AddressInfo | string | null): string {
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : '';
}
