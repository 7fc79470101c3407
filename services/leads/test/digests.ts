import { createLog } from '@closingwire/chassis/log';
import { startTestBus } from '@closingwire/chassis/test-service';
import { type DigestReply, type DigestSent, digestReady } from '@closingwire/contracts/digest';
import type { EventData } from '@closingwire/contracts/event';
import { expect } from 'vitest';
import { planDigests } from '../src/digest/plan.ts';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';
import { DAY_MS, type Subscriber } from './today.ts';

export const digestPath = '/api/user/digest';
export const everyDay = { frequency: 'daily', weekday: 1, localTime: '06:30', timeZone: 'America/Chicago' };

export const putDigest = (user: Subscriber, body: object) =>
  user.ask(digestPath, { method: 'PUT', body: JSON.stringify(body) });
export const sendNow = (user: Subscriber) => user.ask(`${digestPath}/now`, { method: 'POST', body: '{}' });
export const sentNow = async (user: Subscriber) => (await (await sendNow(user)).json()) as DigestSent;

export const soldYesterday = (now: Date, zip: string, more: object = {}) => ({
  zip,
  soldDate: new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10),
  ...more,
});

const log = createLog('leads-test', 'silent');

/** Starts leads with a clock that tests set, and a bus that receives its digests. */
export async function startDigests() {
  const start = new Date();
  let now = start;
  const leads = await startLeads({ clock: () => now });
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix } = leads.feedsConfig;
  const bus = await startTestBus({ brokers, topicPrefix }, [digestReady]);
  const plan = () => planDigests({ pg: leads.pg, clock: () => now, log });

  let nextZip = 98_300;
  const newZip = () => String(nextZip++);
  let nextLead = 100;
  /** Delivers an agent with a sale of yesterday. */
  const deliverAgent = (zip: string, agent: Record<string, string | null>, property: object = {}) =>
    leads.source.deliver([madeUpLead(nextLead++, soldYesterday(start, zip, property), agent)]);

  /** A subscriber whose digest is due every day. */
  async function reader(zips: string[]): Promise<Subscriber> {
    const user = await subscriberOf(leads, zips, start);
    await putDigest(user, everyDay);
    return user;
  }

  /** Moves the clock to the account's next digest and plans it. */
  async function planNext(user: Subscriber): Promise<void> {
    const { nextAt } = await user.get<DigestReply>(digestPath);
    now = new Date(nextAt ?? '');
    await plan();
  }

  /** Waits for an account's digests; plans another account's digest first, so that a missing one is final. */
  async function digestsOf(user: Subscriber): Promise<EventData<typeof digestReady>[]> {
    const zip = newZip();
    const other = await subscriberOf(leads, [zip], start);
    await deliverAgent(zip, { fullName: 'Witness Example' });
    expect(await sentNow(other)).toMatchObject({ sent: true });
    await bus.receive(digestReady, other.id);
    return bus.receivedOf(digestReady, user.id).map(({ data }) => data);
  }

  return {
    leads,
    bus,
    start,
    ...{ newZip, deliverAgent, reader, plan, planNext, digestsOf },
    setNow: (instant: Date) => {
      now = instant;
    },
    async stop() {
      await bus.stop();
      await leads.stop();
    },
  };
}
