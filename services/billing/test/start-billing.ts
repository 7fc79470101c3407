import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import { sql } from '@closingwire/chassis/pg';
import {
  startParts,
  startTestBus,
  testClock,
  testPatience,
  testPool,
  testSettings,
} from '@closingwire/chassis/test-service';
import { allEvents } from '@closingwire/contracts/api';
import { billingApi } from '@closingwire/contracts/billing';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import { freePort } from '@closingwire/local/ports/free-port';
import { sandboxConfig } from '@closingwire/stripe-sandbox/config';
import { createStripeSandbox } from '@closingwire/stripe-sandbox/server';
import { Stripe } from 'stripe';
import { billingConfig } from '../src/config.ts';
import { createBilling } from '../src/service.ts';
import { fakeCatalog } from './fake-catalog.ts';
import { fakeLeads } from './fake-leads.ts';

const secretKey = 'sk_test_of_billing';
const liveSecretKey = 'sk_live_of_billing';
const webhookSecret = 'whsec_of_billing';
const liveWebhookSecret = 'whsec_live_of_billing';

const billingEvents = (allEvents as unknown as EventDeclaration[]).filter(({ by }) => by === 'billing');

export type TestUser = { id: string; email: string; industry: string; activatedAt: Date; isAdmin: boolean };

async function startSandbox(webhookUrl: string, clock: Clock) {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-sandbox-'));
  const sandbox = createStripeSandbox(
    sandboxConfig.parse({
      PORT: 0,
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_URL: webhookUrl,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_LIVE_SECRET_KEY: liveSecretKey,
      STRIPE_LIVE_WEBHOOK_SECRET: liveWebhookSecret,
    }),
    { clock, catchUpEveryMs: 100 },
  );
  for (const part of sandbox.parts) await part.start();
  const { hostname, port } = new URL(sandbox.url);
  const open = (key: string) => new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
  /** Faults on request, in test mode: see the sandbox's `fault-router.ts`. */
  const fault = async (path: string, body: Record<string, string> = {}): Promise<unknown> => {
    const reply = await fetch(`${sandbox.url}/faults${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
    });
    if (!reply.ok)
      throw new Error(`expected a fault to be ordered, got ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const stop = async () => {
    for (const part of sandbox.parts) await part.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: sandbox.url, stripe: open(secretKey), live: open(liveSecretKey), fault, stop };
}

/** Refuses the provider's webhooks during the work; the provider retries them later. */
const refusingWebhooks =
  (db: ReturnType<typeof testPool>) =>
  async (work: () => Promise<void>): Promise<void> => {
    await db.query(sql`
      create function refuse_webhook() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_webhook before insert on stripe_events execute function refuse_webhook()`);
    await work().finally(() =>
      db.query(sql`drop trigger refuse_webhook on stripe_events; drop function refuse_webhook`),
    );
  };

/** Starts the service with the real sandbox, broker and database, and a fake catalog. */
export async function startBilling() {
  const [{ identity, topics, settings }, port] = await Promise.all([testSettings('billing'), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const catalog = fakeCatalog(identity.serviceSecret);
  const leads = fakeLeads(identity.serviceSecret);
  await Promise.all([catalog.part.start(), leads.part.start()]);
  const clock = testClock();
  const sandbox = await startSandbox(`${url}/api/stripe/webhook`, clock.now);
  const config = billingConfig.parse({
    ...settings,
    PORT: port,
    CATALOG_URL: catalog.part.url,
    LEADS_URL: leads.part.url,
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_billing',
    STRIPE_LIVE_SECRET_KEY: liveSecretKey,
    STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_live_of_billing',
    STRIPE_WEBHOOK_SECRET: `${webhookSecret},${liveWebhookSecret}`,
  });
  const service = createBilling(config, { clock: clock.now });
  const [bus, stopService] = await Promise.all([
    startTestBus(topics, billingEvents),
    startParts(service.parts),
  ]);
  const db = testPool(config.DATABASE_URL);
  const auth = openIdentity({ ...identity, name: 'auth' });

  return {
    url,
    stripe: sandbox.stripe,
    /** The provider's live mode. */
    live: sandbox.live,
    fault: sandbox.fault,
    catalog,
    leads,
    clock,
    db,
    publish: bus.publish,
    /** The data of this key's events, once per arrival. */
    receivedOf: <E extends EventDeclaration>(event: E, key: string): EventData<E>[] =>
      bus.receivedOf(event, key).map(({ data }) => data),
    /** Waits for `count` events. */
    receive: async <E extends EventDeclaration>(event: E, key: string, count = 1): Promise<EventData<E>[]> =>
      (await bus.receive(event, key, count)).map(({ data }) => data),
    webhookSecret,
    newUser: (facts: Partial<TestUser> = {}): TestUser => {
      const id = newId();
      return {
        id,
        email: `${id}@example.com`,
        industry: 'Mortgages',
        activatedAt: clock.now(),
        isAdmin: false,
        ...facts,
      };
    },
    tokenOf: (user: TestUser) => identity.tokenFor(user),
    withoutWebhooks: refusingWebhooks(db),
    as: (user: TestUser) =>
      callInternal(billingApi, { url, token: () => identity.tokenFor(user), ...testPatience }),
    asService: () =>
      callInternal(billingApi, { url, token: () => auth.serviceToken('billing'), ...testPatience }),
    async stop() {
      await stopService();
      const doubles = [catalog.part.stop(), leads.part.stop()];
      await Promise.all([bus.stop(), sandbox.stop(), ...doubles, db.end(), identity.close()]);
    },
  };
}

export type TestBilling = Awaited<ReturnType<typeof startBilling>>;
