import type { Task } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { type Delivery, findPending, finishDelivery, letWait, logAttempt } from '../db/deliveries.ts';
import { findPerson } from '../db/people.ts';
import type { LivePerson } from '../domain/person.ts';
import { waitMs } from '../domain/retry-ladder.ts';
import { judge, type WebhookAnswer } from '../domain/webhook-answer.ts';
import { assignmentMessage } from '../webhook/assignment-message.ts';
import { type PostOptions, postWebhook } from '../webhook/post-webhook.ts';
import { scheduleAttempt } from '../webhook/schedule-delivery.ts';
import { webhookUrl } from '../webhook/webhook-url.ts';

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
