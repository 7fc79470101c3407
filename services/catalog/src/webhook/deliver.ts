import { once } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { inCallSpan, traceparent } from '@closingwire/chassis/tracing';
import type { Assignment, webhookHeaders } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import { Webhook } from 'standardwebhooks';
import { resumeDeliveriesJob } from '../jobs.ts';
import { findUser, fullName, type LiveUser, lockUser, settings } from '../replicas.ts';
import { type PostOptions, postWebhook } from './post.ts';
import { judge, type WebhookReply, waitMs } from './rules.ts';
import { scheduleAttempt, WEBHOOK_URL_SETTING, webhookTarget } from './schedule.ts';
import * as store from './store.ts';

/** The signed request to the lead source. `id` is the same in every attempt. */
function assignmentMessage(
  { id, zipCode }: { id: string; zipCode: string },
  user: LiveUser,
  secret: string,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const assignment: Assignment = { zip: zipCode, email: user.email, name: fullName(user), userid: user.id };
  const body = JSON.stringify(assignment);
  const signed: Record<keyof typeof webhookHeaders, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const headers = { 'content-type': 'application/json', 'user-agent': 'ClosingWire-Webhooks/1', ...signed };
  return { headers, body };
}

export type WebhookOptions = PostOptions & { installationUrl: string | undefined; secret: string };

type Context = { pg: Pg; clock: Clock; log: Log; webhook: WebhookOptions };

/**
 * Makes one attempt of a delivery and schedules the next. After a crash between the POST and `logAttempt` it posts
 * again; the receiver recognizes the repeat by its webhook-id.
 */
export async function deliverWebhook(
  context: Context,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
): Promise<void> {
  const { pg, clock, webhook } = context;
  const delivery = await store.findPending(pg, deliveryId);
  if (delivery?.attempts !== attempt - 1) return;
  const { url } = await webhookTarget(pg, webhook.installationUrl);
  const user = await findUser(pg, delivery.userId);
  if (user?.status === 'deleted') return store.finishDelivery(pg, delivery.id, 'skipped', clock());
  if (!url) return store.letWait(pg, delivery.id);

  const at = clock();
  const sent = user ? await post(context, delivery, user, url) : { request: null, reply: notKnownYet };
  const durationMs = clock().getTime() - at.getTime();
  await pg.transaction(tx => settle(tx, context, delivery, { url, ...sent, at, durationMs }));
}

async function post({ clock, webhook }: Context, delivery: store.Delivery, user: LiveUser, url: string) {
  const message = assignmentMessage(delivery, user, webhook.secret, clock());
  // The lead source may return this header when it delivers leads; its delivery then joins the trace.
  const post = () =>
    postWebhook({ url, ...message, headers: { ...message.headers, traceparent: traceparent() } }, webhook);
  return { request: message.body, reply: await inCallSpan(() => ({ name: 'post webhook' }), post) };
}

// The event of a subscription may arrive before the event of its user; the delivery is then retried.
const notKnownYet: WebhookReply = { error: 'The user is not known yet' };

type Outcome = {
  url: string;
  request: string | null;
  reply: WebhookReply;
  at: Date;
  durationMs: number;
};

/**
 * Stores the attempt, then ends the delivery or schedules its next attempt. If the user was deleted meanwhile, it
 * stores no bodies and ends the delivery.
 */
async function settle(
  tx: Tx,
  { clock, log }: { clock: Clock; log: Log },
  delivery: store.Delivery,
  { url, request, reply, at, durationMs }: Outcome,
): Promise<void> {
  const isDeleted = (await lockUser(tx, delivery.userId)).status === 'deleted';
  const attempt = delivery.attempts + 1;
  const outcome =
    'error' in reply ? { httpStatus: null, error: reply.error } : { httpStatus: reply.status, error: null };
  const text = 'error' in reply ? null : reply.text;
  const bodies = isDeleted ? { request: null, reply: null } : { request, reply: text };
  const logged = { deliveryId: delivery.id, attempt, url, ...bodies, ...outcome, durationMs, at };
  if (!(await store.logAttempt(tx, logged))) return;

  const verdict = judge(reply);
  const wait = verdict === 'again' && !isDeleted ? waitAfter(attempt, reply) : undefined;
  log.info(
    { deliveryId: delivery.id, zipCode: delivery.zipCode, attempt, verdict, ...outcome, wait },
    'webhook',
  );
  if (wait !== undefined) {
    return scheduleAttempt(tx, delivery.id, attempt + 1, new Date(clock().getTime() + wait));
  }
  const failed = isDeleted ? 'skipped' : 'failed';
  await store.finishDelivery(tx, delivery.id, verdict === 'delivered' ? 'delivered' : failed, clock());
}

const waitAfter = (attempt: number, reply: WebhookReply) =>
  waitMs(attempt, Math.random(), 'error' in reply ? 0 : reply.retryAfterMs);

const RETENTION_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

export const pruneDeliveries = ({ pg, clock }: Pick<Context, 'pg' | 'clock'>): Promise<void> =>
  store.deleteFinishedBefore(pg, new Date(clock().getTime() - RETENTION_DAYS * DAY_MS));

const RESUMED_AT_ONCE = 500;

/**
 * Schedules the deliveries that wait for a webhook address, once there is one. After a crash the next run schedules
 * the rest.
 */
export async function resumeDeliveries({
  pg,
  webhook,
  clock,
}: Pick<Context, 'pg' | 'webhook' | 'clock'>): Promise<void> {
  if (!(await webhookTarget(pg, webhook.installationUrl)).url) return;
  for (let taken = RESUMED_AT_ONCE; taken === RESUMED_AT_ONCE; )
    taken = await pg.transaction(tx => resumeSome(tx, clock()));
}

async function resumeSome(tx: Tx, now: Date): Promise<number> {
  const resumed = await store.takeWaiting(tx, RESUMED_AT_ONCE);
  for (const { id, attempts } of resumed) await scheduleAttempt(tx, id, attempts + 1, now);
  return resumed.length;
}

/** A new webhook address starts the deliveries that waited for one. */
export const onSettingChanged = once(settingChanged, async ({ data: setting }, tx) => {
  if (setting.key !== WEBHOOK_URL_SETTING) return;
  await settings.upsertIfNewer(tx, setting);
  await resumeDeliveriesJob.enqueue(tx, {});
});
