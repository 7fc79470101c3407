import { dealsText, sideOf } from '@closingwire/contracts/deal-side';
import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import type { OutcomeKind, TodaySide } from '@closingwire/contracts/today-names';
import { formatDay } from '../../../lib/dates.ts';

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export const outcomeLabels: Record<OutcomeKind, string> = {
  called: 'Called',
  voicemail: 'Voicemail',
  met: 'Met',
  'not-interested': 'Not interested',
  'do-not-call': 'Do not call',
};

/** Whether the user marked the agent 'do not call'. */
export const isBarred = ({ last }: Pick<TodayAgent, 'last'>): boolean => last?.outcome === 'do-not-call';

const rolesOf = (closings: TodayAgent['closings']) => closings.map(({ agentRole }) => agentRole);

const clients = { 'buyer side': 'buyers', 'listing side': 'sellers', 'both sides': 'both' } as const;

/** Counts the deals for each kind of client, such as '2 for buyers, 1 for sellers'. Some roles name no side. */
function clientsText({ closings }: TodayAgent): string {
  const homes = new Map<string, TodayAgent['closings']>();
  for (const closing of closings) {
    const home = `${closing.address1}, ${closing.zip}`;
    homes.set(home, [...(homes.get(home) ?? []), closing]);
  }
  const sides = [...homes.values()].map(home => sideOf(rolesOf(home)));
  const counted = Object.entries(clients).map(
    ([side, name]) => [sides.filter(each => each === side).length, name] as const,
  );
  return counted.flatMap(([count, name]) => (count > 0 ? `${count} for ${name}` : [])).join(', ');
}

/** Counts the deals, with a filter those of its side, and names the sides of all. */
function dealTexts(agent: TodayAgent, filtered: TodaySide | null): [deals: string, side: string | undefined] {
  if (filtered) return [dealsText(agent.deals, `${filtered}s`), undefined];
  const deals = dealsText(agent.deals);
  const side = sideOf(rolesOf(agent.closings));
  if (side !== 'both sides') return [deals, side];
  // 'Both sides' would read as one deal with both.
  if (agent.deals === 1) return [deals, 'listing and buyer side'];
  return [`${deals}: ${clientsText(agent)}`, undefined];
}

/** The sum of the prices, and how many of the deals have one unless all do. */
function totalText({ total, deals, closings }: TodayAgent): string | undefined {
  if (total === null) return undefined;
  const priced = new Set(
    closings.filter(({ price }) => price !== null).map(({ address1, zip }) => `${address1}, ${zip}`),
  );
  const sum = compact.format(total);
  return priced.size < deals ? `${sum} (${priced.size} of ${deals} prices known)` : sum;
}

/** Says why the agent is where they are in the list, the strongest reason first. */
export function reasonsOf(agent: TodayAgent, side: TodaySide | null = null): string[] {
  const { last, isDue, deals, earlierDeals } = agent;
  const [dealText, sideText] = dealTexts(agent, side);
  return [
    isDue && last?.followUpOn ? `Follow-up promised for ${formatDay(last.followUpOn)}` : undefined,
    deals > 0 ? dealText : undefined,
    totalText(agent),
    sideText,
    earlierDeals > 0 ? `${earlierDeals} more in the 90 days before` : undefined,
  ].filter(reason => reason !== undefined);
}

/** Names the ZIPs of the closings, the newest first; at most two. */
function zipsText({ closings }: TodayAgent): string {
  const zips = [...new Set(closings.map(({ zip }) => zip))];
  return zips.slice(0, 2).join(', ') + (zips.length > 2 ? ` and ${zips.length - 2} more` : '');
}

/** Says where the agent closed. The ZIPs come first, so that a narrow row does not cut them. */
export function placeOf(agent: TodayAgent): string {
  const [first] = agent.closings;
  const sale = first && `${first.address1}, ${first.city}`;
  return [zipsText(agent), agent.brokerageName, sale].filter(Boolean).join(' · ');
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Counts the list's agents, their deals, and the agents that are done. In the first visit all agents are new, until the
 * user notes an outcome.
 */
export function totalsText(
  { total, closings, newSince, done, hasOutcomes }: TodayReply,
  list?: 'watched' | 'follow-ups' | null,
): string {
  const [agents, deals] = [counted(total, 'agent'), counted(closings, 'deal')];
  if (list) return list === 'watched' ? `You watch ${agents}` : `${agents} with a follow-up`;
  if (newSince !== null || total === 0 || hasOutcomes)
    return `${agents} with ${deals} this week${done > 0 ? ` · ${done.toLocaleString('en-US')} done` : ''}`;
  return `${agents}, ${total > 1 ? 'all ' : ''}new to you, with ${deals}`;
}

/** Says what the user did last, such as 'Voicemail, follow-up on Dec 3, 2026'. */
export function historyOf({ last, isDue }: Pick<TodayAgent, 'last' | 'isDue'>): string | undefined {
  if (!last) return undefined;
  const followUp = last.followUpOn && !isDue ? `, follow-up on ${formatDay(last.followUpOn)}` : '';
  return `${outcomeLabels[last.outcome]}${followUp}`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Names the last visit for 'new since …'. */
export function visitText(since: Date, now: Date): string {
  const days = Math.round(
    (new Date(now).setHours(0, 0, 0, 0) - new Date(since).setHours(0, 0, 0, 0)) / DAY_MS,
  );
  if (days === 0) return `since ${since.toLocaleTimeString('en-US', { timeStyle: 'short' })}`;
  if (days === 1) return 'since yesterday';
  if (days < 7) return `since ${since.toLocaleDateString('en-US', { weekday: 'long' })}`;
  return `since ${since.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`;
}
