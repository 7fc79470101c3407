import type { Property } from '@closingwire/contracts/lead';
import { addDays, dayFormat, todayIn } from '@closingwire/contracts/state-days';
import { agentsOf, type SourceAgent } from './agents.ts';
import { seededFaker, type Zip } from './market.ts';
import { propertyIn } from './property.ts';

/** One row for the ingestion API: the agent, with the sale nested. */
export type Closing = SourceAgent & { agentRole: string; property: Property };

const DAYS_BACK = 30;

/** Makes up the closings of a ZIP in the last 30 days, newest first. A day's closings are always the same. */
export function closingsOf(zip: Zip, now: Date): Closing[] {
  const agents = agentsOf(zip);
  const today = todayIn(zip.state, now) ?? dayFormat('America/New_York').format(now);
  const days = Array.from({ length: DAYS_BACK }, (_, age) => addDays(today, -age));
  return days.flatMap(day => closingsOn(day, zip, agents));
}

/** Makes up the closings of a ZIP on a day. */
export function closingsOn(day: string, zip: Zip, agents: SourceAgent[]): Closing[] {
  const random = seededFaker('closings', zip.zipCode, day);
  const count = random.number.int({ min: 2, max: 5 });
  return Array.from({ length: count }, (_, index) => {
    const mlsId = `${zip.state}${zip.zipCode}${day.replaceAll('-', '').slice(2)}${index + 1}`;
    const agent = random.helpers.arrayElement(agents);
    const agentRole = random.helpers.weightedArrayElement([
      { value: 'Listing Agent', weight: 7 },
      { value: "Buyer's Agent", weight: 3 },
    ]);
    return { ...agent, agentRole, property: propertyIn(zip, day, mlsId, random) };
  });
}
