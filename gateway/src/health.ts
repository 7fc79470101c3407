import { managementUrlOf } from '@closingwire/chassis/management';
import type { GatewayConfig } from './config.ts';

const PATIENCE_MS = 2_000;

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  await reply?.body?.cancel();
  return reply?.ok === true;
}

/** Asks every service whether it is ready. */
export function wholeHealth(config: GatewayConfig) {
  const services = {
    auth: config.AUTH_MANAGEMENT_URL ?? managementUrlOf(config.AUTH_URL),
    catalog: config.CATALOG_MANAGEMENT_URL ?? managementUrlOf(config.CATALOG_URL),
    billing: config.BILLING_MANAGEMENT_URL ?? managementUrlOf(config.BILLING_URL),
    leads: config.LEADS_MANAGEMENT_URL ?? managementUrlOf(config.LEADS_URL),
    'leads-ingest': config.LEADS_INGEST_MANAGEMENT_URL ?? managementUrlOf(config.LEADS_INGEST_URL),
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
