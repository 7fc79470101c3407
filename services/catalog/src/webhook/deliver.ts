import { on } from '@closingwire/chassis/consume';
import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { Assignment, webhookHeaders } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { findPerson, fullName, type LivePerson, saveSetting } from '../replicas.ts';
import { type PostOptions, postWebhook } from './post.ts';
import { judge, type WebhookAnswer, waitMs } from './rules.ts';
import { scheduleAttempt, WEBHOOK_URL_SETTING, webhookUrl } from './schedule.ts';
import {
  type Delivery,
  deleteFinishedBefore,
  findPending,
  finishDelivery,
  letWait,
  logAttempt,
  takeWaiting,
} from './store.ts';

/** What the lead source is told, signed by the rules of Standard Webhooks. `id` stays the same at every attempt. */
function assignmentMessage(
  { id, zipCode }: { id: string; zipCode: string },
  person: LivePerson,
  secret: string,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const said: Assignment = { zip: zipCode, email: person.email, name: fullName(person), userid: person.id };
  const body = JSON.stringify(said);
  const signed: Record<keyof typeof webhookHeaders, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const headers = { 'content-type': 'application/json', 'user-agent': 'ClosingWire-Webhooks/1', ...signed };
  return { headers, body };
}

export type WebhookOptions = PostOptions & { initialUrl: string | undefined; secret: string };

const payloadShape = z.object({ deliveryId: z.uuid(), attempt: z.int() });

/**
 * Makes one attempt of a delivery and settles what follows. Killed after the POST and before the log, it
 * posts again with the same webhook-id, by which the receiver knows the repeat.
 */
export function deliverWebhook(context: { pg: Pg; clock: Clock; log: Log; webhook: WebhookOptions }): Task {
  const { pg, clock, webhook } = context;
  return async payload => {
    const { deliveryId, attempt } = payloadShape.parse(payload);
    const delivery = await findPending(pg, deliveryId);
    if (delivery?.attempts !== attempt - 1) return;
    const url = await webhookUrl(pg, webhook.initialUrl);
    const person = await findPerson(pg, delivery.userId);
    if (person?.status === 'deleted') return finishDelivery(pg, delivery.id, 'skipped', clock());
    if (!url) return letWait(pg, delivery.id);

    const at = clock();
    const sent = person ? await post(delivery, person, url) : { request: null, answer: notKnownYet };
    const durationMs = clock().getTime() - at.getTime();
    await pg.transaction(tx => settle(tx, context, delivery, { url, ...sent, at, durationMs }));
  };

  async function post(delivery: Delivery, person: LivePerson, url: string) {
    const message = assignmentMessage(delivery, person, webhook.secret, clock());
    return { request: message.body, answer: await postWebhook({ url, ...message }, webhook) };
  }
}

// A subscription may be heard of before the person who took it.
const notKnownYet: WebhookAnswer = { error: 'The person is not known yet' };

type Outcome = {
  url: string;
  request: string | null;
  answer: WebhookAnswer;
  at: Date;
  durationMs: number;
};

async function settle(
  tx: Tx,
  { clock, log }: { clock: Clock; log: Log },
  delivery: Delivery,
  { url, request, answer, at, durationMs }: Outcome,
): Promise<void> {
  const attempt = delivery.attempts + 1;
  const said =
    'error' in answer
      ? { httpStatus: null, error: answer.error }
      : { httpStatus: answer.status, error: null };
  const reply = 'error' in answer ? null : answer.text;
  const logged = { deliveryId: delivery.id, attempt, url, request, reply, ...said, durationMs, at };
  if (!(await logAttempt(tx, logged))) return;

  const verdict = judge(answer);
  const wait =
    verdict === 'failed'
      ? waitMs(attempt, Math.random(), 'error' in answer ? 0 : answer.retryAfterMs)
      : undefined;
  log.info(
    { deliveryId: delivery.id, zipCode: delivery.zipCode, attempt, verdict, ...said, wait },
    'webhook',
  );
  if (wait !== undefined) {
    return scheduleAttempt(tx, delivery.id, attempt + 1, new Date(clock().getTime() + wait));
  }
  await finishDelivery(tx, delivery.id, verdict === 'delivered' ? 'delivered' : 'failed', clock());
}

export const PRUNE_TASK = 'prune-deliveries';
export const pruneCrontab = `17 4 * * * ${PRUNE_TASK}`;

const KEPT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** Forgets deliveries that ended long ago. */
export function pruneDeliveries({ pg, clock }: { pg: Pg; clock: Clock }): Task {
  return async () => deleteFinishedBefore(pg, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}

export const RESUME_TASK = 'resume-deliveries';
/** Also every minute: a delivery may begin to wait just when the address came. */
export const resumeCrontab = `* * * * * ${RESUME_TASK}`;

const BATCH = 500;

/** Looks soon whether deliveries that wait can leave. */
const addResume = (tx: Tx): Promise<void> => addJob(tx, RESUME_TASK, {}, { key: RESUME_TASK });

/** Sends what waited for an address, once there is one. Killed halfway, the rest still waits. */
export function resumeDeliveries({ pg, initialUrl }: { pg: Pg; initialUrl: string | undefined }): Task {
  return async () => {
    if (!(await webhookUrl(pg, initialUrl))) return;
    for (let taken = BATCH; taken === BATCH; ) taken = await pg.transaction(resumeSome);
  };
}

async function resumeSome(tx: Tx): Promise<number> {
  const resumed = await takeWaiting(tx, BATCH);
  const now = new Date();
  for (const { id, attempts } of resumed) await scheduleAttempt(tx, id, attempts + 1, now);
  return resumed.length;
}

export const onSettingChanged = () =>
  on(settingChanged, async ({ data: setting }, tx) => {
    if (setting.key !== WEBHOOK_URL_SETTING) return;
    await saveSetting(tx, setting);
    await addResume(tx);
  });
