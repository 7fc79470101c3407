import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { until } from '@closingwire/chassis/testing';
import { aZipWithItsList } from '../platform/subscribe.ts';
import type { SentSpan } from '../platform/trace-collector.ts';
import { aSubscriberToBe, expectStatus, type User } from '../platform/user.ts';
import { startWhole } from '../platform/whole.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { type Step, stepsFile } from './sequence.ts';

/** Sends every request of the user in one trace. The gateway samples an ID whose two halves are equal. */
function traced(user: User): { user: User; traceId: string } {
  const traceId = randomBytes(8).toString('hex').repeat(2);
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  return {
    traceId,
    user: {
      ...user,
      call: (method, path, body) => user.call(method, path, body, method === 'POST' ? { traceparent } : {}),
    },
  };
}

/** The sample source records no spans, but continues the webhook's trace. So this span stands for its delivery. */
const isDelivery = ({ service, name }: SentSpan) => service === 'gateway' && name === 'POST /api/v1/leads';

/** Returns the steps from one process to another, jobs and emails, by start time. */
function stepsOf(spans: SentSpan[]): Step[] {
  const byId = new Map(spans.map(span => [span.spanId, span]));
  const first = Math.min(...spans.map(({ startMs }) => startMs));
  return spans
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(span => ({
      from: isDelivery(span) ? 'lead-source' : (byId.get(span.parentSpanId)?.service ?? 'client'),
      to: span.name.startsWith('send mail') ? 'mail server' : span.service,
      name: span.name,
      atMs: Math.round(span.startMs - first),
    }))
    .filter(({ from, to, name }) => from !== to || name.startsWith('job '));
}

/** Returns the steps of a trace after its `last` span has arrived. */
async function recorded(whole: WholeAddresses, traceId: string, last: string): Promise<Step[]> {
  const spans = async () => (await (await fetch(`${whole.tracesUrl}/${traceId}`)).json()) as SentSpan[];
  await until(async () => (await spans()).some(({ name }) => name === last), { timeoutMs: 60_000 });
  // Each process sends its spans every few seconds.
  await new Promise(resolve => setTimeout(resolve, 10_000));
  return stepsOf(await spans());
}

async function deliverOneLead(whole: WholeAddresses, source: User, zip: string): Promise<void> {
  const soldDate = new Date().toISOString().slice(0, 10);
  const property = { address1: '1 Main St', city: 'Kent', state: 'WA', zip, soldDate };
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${whole.ingestionKey}` };
  const body = JSON.stringify({ fullName: 'Ann Agent', property });
  await expectStatus(source.send('POST', '/api/v1/leads', body, headers), 200);
}

const { addresses: whole, stop } = await startWhole();
try {
  const order = traced(await aSubscriberToBe(whole));
  const zip = await aZipWithItsList(order.user);
  const orderSteps = await recorded(whole, order.traceId, 'send mail list-ready');
  const traceId = randomBytes(8).toString('hex').repeat(2);
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  const source: User = {
    ...order.user,
    send: (method, path, body, headers) => order.user.send(method, path, body, { ...headers, traceparent }),
  };
  await deliverOneLead(whole, source, zip);
  const leadSteps = await recorded(whole, traceId, 'handle lead-list.ready');
  writeFileSync(stepsFile, `${JSON.stringify({ order: orderSteps, lead: leadSteps }, undefined, 2)}\n`);
} finally {
  await stop();
}
