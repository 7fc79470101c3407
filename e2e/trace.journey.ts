import { randomBytes } from 'node:crypto';
import { until } from '@closingwire/chassis/testing';
import { expect, test } from 'vitest';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import type { SentSpan } from './platform/trace-collector.ts';
import { aVisitor, expectStatus, signUpOf } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

/** Returns a trace ID that is sampled: the sampler XORs its quarters, here to 0. */
function sampledTraceId(): string {
  const half = randomBytes(8).toString('hex');
  return half + half;
}

const following = (traceId: string) => ({
  traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
});

const spansOf = async (traceId: string) =>
  (await (await fetch(`${whole.tracesUrl}/${traceId}`)).json()) as SentSpan[];

const stepsOf = (spans: SentSpan[]) => spans.map(({ service, name }) => `${service}: ${name}`);

/** Returns spans whose parent is not in the trace. */
function firstOf(spans: SentSpan[]): SentSpan[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
}

/** Resolves with the spans of a trace once these steps are there, and every parent but one. */
const spansUntil = (traceId: string, ...wanted: string[]) =>
  until(
    async () => {
      const spans = await spansOf(traceId);
      const steps = new Set(stepsOf(spans));
      const isWhole = wanted.every(step => steps.has(step)) && firstOf(spans).length === 1;
      return isWhole ? spans : undefined;
    },
    { timeoutMs: 15_000 },
  );

async function signUp(traceId: string) {
  const user = aVisitor(whole);
  await expectStatus(user.call('POST', '/api/auth/signup', signUpOf(user), following(traceId)), 200);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /confirm/i);
  return { user, link: linkIn(mail, '/api/auth/confirm') };
}

test('one trace covers a call through gateway, service, database and jobs to the mail', async () => {
  const traceId = sampledTraceId();
  await signUp(traceId);
  const spans = await spansUntil(
    traceId,
    'gateway: POST /api/auth/signup',
    'auth: POST /api/auth/signup',
    'auth: postgres insert',
    'auth: job send-mail',
    'notifications: POST /internal/mails',
    'notifications: send mail confirm-email',
    'notifications: job deliver-mail',
  );
  expect(firstOf(spans)).toMatchObject([
    { service: 'gateway', name: 'POST /api/auth/signup', attributes: { 'http.response.status_code': 200 } },
  ]);
});

test('one trace covers a call through outbox and topics to the event handlers', async () => {
  const { user, link } = await signUp(sampledTraceId());
  const traceId = sampledTraceId();
  await expectStatus(user.call('GET', link, undefined, following(traceId)), 303);
  const spans = await spansUntil(
    traceId,
    'gateway: GET /api/auth/confirm',
    'auth: send user.registered',
    'billing: handle user.registered',
    'billing: send trial.started',
    'notifications: handle trial.started',
  );
  expect(firstOf(spans)).toMatchObject([{ service: 'gateway', name: 'GET /api/auth/confirm' }]);
});

test('a caller cannot raise the share of sent traces', async () => {
  const traceId = randomBytes(16).toString('hex');
  await signUp(traceId);
  const later = sampledTraceId();
  await signUp(later);
  await spansUntil(later, 'gateway: POST /api/auth/signup');
  expect(await spansOf(traceId)).toEqual([]);
});
