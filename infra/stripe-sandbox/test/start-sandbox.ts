import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { sandboxConfig } from '../src/config.ts';
import { createStripeSandbox } from '../src/server.ts';

export const secretKey = 'sk_test_of_the_tests';
export const liveSecretKey = 'sk_live_of_the_tests';

export type RunningSandbox = { url: string; stripe: Stripe; dataDir: string; stop(): Promise<void> };

type Options = { dataDir?: string; webhookUrl?: string; clock?: () => Date };

/** Starts the sandbox on a free port, with Stripe's client for it. */
export async function startSandbox({ dataDir, webhookUrl, clock }: Options = {}): Promise<RunningSandbox> {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  const config = sandboxConfig.parse({
    PORT: 0,
    DATA_DIR: directory,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_LIVE_SECRET_KEY: liveSecretKey,
    STRIPE_WEBHOOK_URL: webhookUrl,
  });
  const sandbox = createStripeSandbox(config, clock && { clock });
  for (const part of sandbox.parts) await part.start();
  return {
    url: sandbox.url,
    stripe: clientOf(sandbox.url),
    dataDir: directory,
    async stop() {
      for (const part of sandbox.parts) await part.stop();
      if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function clientOf(url: string, key = secretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** Submits a hosted page's form; follows no redirect. */
export function submitForm(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

export const monthlyPrice = {
  currency: 'usd',
  unit_amount: 1500,
  recurring: { interval: 'month' as const },
  product_data: { name: 'ZIP code' },
};

export const goodCard = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Test Person' };
