import type { AgentPage } from '@closingwire/contracts/agent-page';
import { type DealSide, sideOf } from '@closingwire/contracts/deal-side';
import type { TodaySide } from '@closingwire/contracts/today-names';
import { toDay } from '../../../lib/dates.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_DAYS = 7;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** 'today', 'yesterday', 'on Tuesday' within a week, else 'on March 5'. */
function whenText(soldDate: string, now: Date): string {
  const sold = Date.parse(`${soldDate}T00:00:00Z`);
  const days = Math.round((Date.parse(`${toDay(now)}T00:00:00Z`) - sold) / DAY_MS);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  return `on ${(days < WEEK_DAYS ? weekday : monthDay).format(sold)}`;
}

const sideNames: Record<TodaySide, DealSide> = { buyer: 'buyer side', seller: 'listing side' };

const actions: Partial<Record<DealSide, string>> = {
  'buyer side': 'getting your buyers into',
  'listing side': 'selling',
};

/**
 * Writes the first words of a call or message from the newest deal, if there is one of this side from that; undefined
 * without a deal.
 */
export function openingText(
  { fullName, closings }: AgentPage,
  now: Date,
  side?: TodaySide | null,
): string | undefined {
  const ofSide = side && closings.find(({ agentRole }) => sideOf([agentRole]) === sideNames[side]);
  const deal = ofSide || closings[0];
  if (!deal) return undefined;
  const first = fullName.split(' ')[0] ?? fullName;
  const action = actions[sideOf([deal.agentRole]) ?? 'both sides'] ?? 'closing';
  return `Hi ${first}, congratulations on ${action} ${deal.address1} in ${deal.city} ${whenText(deal.soldDate, now)}.`;
}
