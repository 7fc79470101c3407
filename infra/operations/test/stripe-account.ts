import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { sandboxConfig } from '@closingwire/stripe-sandbox/config';
import { createStripeSandbox } from '@closingwire/stripe-sandbox/server';
import { Stripe } from 'stripe';
import type { Settings } from '../src/settings-file.ts';
import { setUpStripe } from '../src/stripe-setup/set-up-stripe.ts';

export const publicUrl = 'https://app.example.org';
export const testKey = 'sk_test_of_the_setup';
export const liveKey = 'sk_live_of_the_setup';

/** A Stripe account on which nothing was set up, with a folder for settings files. */
export async function openStripeAccount() {
  const dir = mkdtempSync(join(tmpdir(), 'stripe-setup-'));
  const sandbox = createStripeSandbox(
    sandboxConfig.parse({
      PORT: 0,
      DATA_DIR: dir,
      STRIPE_SECRET_KEY: testKey,
      STRIPE_LIVE_SECRET_KEY: liveKey,
    }),
  );
  for (const part of sandbox.parts) await part.start();
  const { url } = sandbox;
  const clientOf = (key = testKey) => {
    const { hostname, port } = new URL(url);
    return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
  };
  const endpoints = async (key?: string) => (await clientOf(key).webhookEndpoints.list()).data;
  return {
    dir,
    url,
    clientOf,
    endpoints,
    settingsOf: (changes: Settings = {}): Settings => ({
      PUBLIC_URL: publicUrl,
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: testKey,
      ...changes,
    }),
    /** A file with settings, which the command reads and changes. */
    settingsFile(text = '# Payments\nSTRIPE_WEBHOOK_SECRET=\n') {
      const file = join(dir, '.env.production');
      writeFileSync(file, text, { mode: 0o644 });
      return { file, read: () => parseEnv(readFileSync(file, 'utf8')) };
    },
    async close() {
      for (const part of sandbox.parts) await part.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

type Options = { settingsFile?: string; isRoll?: boolean; movedFrom?: string };

/** Runs the command; ids are random, so the lines come without them. */
export async function setUp(settings: Settings, options: Options = {}) {
  const lines: string[] = [];
  const isComplete = await setUpStripe({ settings, ...options, print: line => void lines.push(line) });
  return { isComplete, lines: lines.map(line => line.replaceAll(/(we|bpc|price)_\w{24}/g, '$1_…')) };
}
