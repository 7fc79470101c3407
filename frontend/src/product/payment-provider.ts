import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { client } from './api.ts';

/** The stored payment mode has no public key, so payments are impossible. */
export class MissingKeyError extends Error {}

const scripts = new Map<string, Promise<void>>();

function loadScript(src: string): Promise<void> {
  const known = scripts.get(src);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      scripts.delete(src);
      reject(new Error(`Expected a script at ${src}`));
    };
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
}

/** Returns `window.Stripe` with the stored mode's key, from the provider's script or the sandbox's. */
export async function openProvider(): Promise<Stripe> {
  const { testMode, publishableKey, scriptUrl } = await client.billing.stripeMode();
  if (!publishableKey) {
    const mode = testMode ? 'test' : 'live';
    throw new MissingKeyError(`Missing required Stripe key: the public key of ${mode} mode is not set.`);
  }
  if (scriptUrl) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Expected a browser to load Stripe in');
  return stripe;
}
