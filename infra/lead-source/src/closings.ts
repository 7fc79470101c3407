import type { Property } from '@closingwire/contracts/lead';
import { agentsOf, type SourceAgent } from './agents.ts';
import { marketOf, seededFaker, type Zip } from './market.ts';
import { dayIn, lastDays, propertyIn } from './property.ts';

/** One row for the ingestion API: the agent, with the sale nested. */
export type Closing = SourceAgent & { agentRole: string; property: Property };

const DAYS_BACK = 30;

/**
 * The closings of the last 30 days in a ZIP, newest first. Those of one day are always the same, so that
 * tomorrow's delivery repeats today's and adds to it. The last seven days have 14 to 35.
 */
export function closingsOf(zip: Zip, now: Date): Closing[] {
  const agents = agentsOf(zip);
  const today = dayIn(marketOf(zip.state).zone, now);
  return lastDays(today, DAYS_BACK).flatMap(day => closingsOn(day, zip, agents));
}

function closingsOn(day: string, zip: Zip, agents: SourceAgent[]): Closing[] {
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
