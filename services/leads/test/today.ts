import { newId } from '@closingwire/chassis/ids';
import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

export const DAY_MS = 86_400_000;

export type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;

export const todayOf = ({ get }: Subscriber, query = '') => get<TodayReply>(`/api/user/today${query}`);
export const namesIn = ({ agents }: TodayReply) => agents.map(({ fullName }) => fullName);

/** Returns the agent of this name in a user's Today. */
export async function agentNamed(reader: Subscriber, name: string): Promise<TodayAgent> {
  const agent = (await todayOf(reader)).agents.find(({ fullName }) => fullName === name);
  if (!agent) throw new Error(`No agent ${name}`);
  return agent;
}

export const put = ({ ask }: Subscriber, agentId: string, body: object, outcomeId: string = newId()) =>
  ask(`/api/user/outcomes/${outcomeId}`, { method: 'PUT', body: JSON.stringify({ agentId, ...body }) });

/** Starts leads with a clock that tests set. */
export async function startWithClock() {
  const start = new Date();
  const clock = { now: start };
  const leads = await startLeads({ clock: () => clock.now });
  const daysBefore = (days: number) => new Date(start.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return {
    ...leads,
    start,
    clock,
    soldOn: (days: number, property: object = {}) => ({ soldDate: daysBefore(days), ...property }),
    subscriber: (zips: string[]) => subscriberOf(leads, zips, start),
  };
}
