import { createHmac } from 'node:crypto';
import type { Sandbox } from './sandbox.ts';

export type WebhookTarget = { url: string; secret: string };
export type WebhookSender = {
  start(): void;
  /** Sends one event now, whether it is due or not: the receiver's status, null when it was not reached. */
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

/** Delivers every recorded event until the receiver replies 2xx; the deliveries table is the log. */
export function webhookSender({ store, faults }: Sandbox, target: WebhookTarget): WebhookSender {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function deliver(eventId: string, body: string, attempts: number): Promise<number | null> {
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
      `update deliveries set attempts = ?, last_status = ?, last_error = ?, delivered_at = ?,
       next_attempt_at = ? where event_id = ?`,
      attempts + 1,
      status,
      failure,
      done ? now : null,
      done ? null : now + retryDelayMs(attempts + 1),
      eventId,
    );
    return status;
  }

  async function sweep(): Promise<void> {
    if (faults.holdsWebhooks) return;
    const due = store.rows(
      `select event_id, attempts, body from deliveries join objects on id = event_id
       where next_attempt_at <= ? order by objects.sequence limit 20`,
      Date.now(),
    );
    await Promise.all(due.map(row => deliver(String(row.event_id), String(row.body), Number(row.attempts))));
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
      store.change('update deliveries set next_attempt_at = ? where delivered_at is null', Date.now());
      schedule();
    },
    async deliver(eventId) {
      const [row] = store.rows(
        'select attempts, body from deliveries join objects on id = event_id where event_id = ?',
        eventId,
      );
      return row && (await deliver(eventId, String(row.body), Number(row.attempts)));
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
