import type { AgentPage } from '@closingwire/contracts/agent-page';
import { sideOf } from '@closingwire/contracts/deal-side';

const WEEK_MS = 7 * 24 * 60 * 60_000;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** 'on Tuesday' within a week, else 'on March 5'. */
function whenText(soldDate: string, now: Date): string {
  const sold = new Date(`${soldDate}T00:00:00Z`);
  return `on ${(now.getTime() - sold.getTime() < WEEK_MS ? weekday : monthDay).format(sold)}`;
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
