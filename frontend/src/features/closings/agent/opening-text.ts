import type { AgentPage } from '@closingwire/contracts/agent-page';
import { sideOf } from '@closingwire/contracts/deal-side';
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

/** Writes the first words of a call or message from the newest deal; undefined without one. */
export function openingText({ fullName, closings }: AgentPage, now: Date): string | undefined {
  const [deal] = closings;
  if (!deal) return undefined;
  const first = fullName.split(' ')[0] ?? fullName;
  const home = `${deal.address1} in ${deal.city}`;
  const side = sideOf([deal.agentRole]);
  const done =
    side === 'listing side'
      ? `your listing at ${home}, which sold ${whenText(deal.soldDate, now)}`
      : side === 'buyer side'
        ? `bringing your buyer home to ${home} ${whenText(deal.soldDate, now)}`
        : `closing ${home} ${whenText(deal.soldDate, now)}`;
  return `Hi ${first}, congratulations on ${done}.`;
}
