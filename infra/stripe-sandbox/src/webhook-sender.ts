import { createHmac } from 'node:crypto';
import { CONFIGURED_ENDPOINT, type Sandbox } from './sandbox.ts';
import type { Row } from './store.ts';

export type WebhookTarget = { url: string; secret: string };
export type WebhookSender = {
  start(): void;
  /**
   * Sends an event now to every endpoint, due or not, the configured one first. Returns the first reply's status; null
   * if the first endpoint was unreachable, undefined if the event has no endpoint.
   */
  deliver(eventId: string): Promise<number | null | undefined>;
  stop(): Promise<void>;
};

const firstRetryMs = 500;
const lastRetryMs = 60_000;
const timeoutMs = 10_000;
const idleMs = 200;

/** `t=…,v1=…` over `time.body`, as `stripe.webhooks.constructEvent` verifies it. */
export function signatureOf(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Doubles from half a second to a minute. */
export function retryDelayMs(attempts: number): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** Math.max(0, attempts - 1));
}

async function post({ url, secret }: WebhookTarget, body: string): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, secret, timestamp),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; payment sandbox)',
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status;
}

type Send = { eventId: string; endpointId: string; body: string; attempts: number; target: WebhookTarget };

const sendRows = `
  select event_id, endpoint_id, attempts, event.body, endpoint.body ->> 'url' as url, secret from sends
  join objects event on event.id = event_id left join objects endpoint on endpoint.id = endpoint_id
  left join webhook_secrets using (endpoint_id)`;

function readSend(row: Row, configured: WebhookTarget | undefined): Send[] {
  const created = { url: String(row.url), secret: String(row.secret) };
  const target = row.endpoint_id === CONFIGURED_ENDPOINT ? configured : created;
  if (!target) return [];
  const attempts = Number(row.attempts);
  return [
    {
      eventId: String(row.event_id),
      endpointId: String(row.endpoint_id),
      body: String(row.body),
      attempts,
      target,
    },
  ];
}

/**
 * Sends every recorded event until each endpoint replies 2xx. The table `sends` stores each endpoint's attempts and
 * last status.
 */
export function webhookSender({ store, faults }: Sandbox, configured?: WebhookTarget): WebhookSender {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function deliver({ eventId, endpointId, body, attempts, target }: Send): Promise<number | null> {
    let status: number | null = null;
    let failure: string | null = null;
    try {
      status = await post(target, body);
    } catch (error) {
      failure = String(error);
    }
    const done = status !== null && status >= 200 && status < 300;
    const now = Date.now();
    store.change(
      `update sends set attempts = ?, last_status = ?, last_error = ?, delivered_at = ?,
       next_attempt_at = ? where event_id = ? and endpoint_id = ?`,
      attempts + 1,
      status,
      failure,
      done ? now : null,
      done ? null : now + retryDelayMs(attempts + 1),
      eventId,
      endpointId,
    );
    return status;
  }

  const readSends = (rows: Row[]) => rows.flatMap(row => readSend(row, configured));

  async function sweep(): Promise<void> {
    if (faults.pausesWebhooks) return;
    const due = store.rows(
      `${sendRows} where next_attempt_at <= ? and (endpoint_id <> '' or ?) order by event.sequence limit 20`,
      Date.now(),
      configured ? 1 : 0,
    );
    await Promise.all(readSends(due).map(deliver));
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = sweep().finally(() => {
        if (!stopping) schedule();
      });
    }, idleMs);
  }

  return {
    start() {
      store.change('update sends set next_attempt_at = ? where delivered_at is null', Date.now());
      schedule();
    },
    async deliver(eventId) {
      const sends = readSends(store.rows(`${sendRows} where event_id = ? order by endpoint_id`, eventId));
      const [status] = await Promise.all(sends.map(deliver));
      return status;
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
