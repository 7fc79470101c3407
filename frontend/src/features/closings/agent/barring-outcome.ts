import type { AgentPage } from '@closingwire/contracts/agent-page';
import type { Outcome } from '@closingwire/contracts/today';

/** Returns the 'do not call' that holds: only the newest outcome counts. */
export function barringOutcome({ outcomes: [last] }: Pick<AgentPage, 'outcomes'>): Outcome | undefined {
  return last?.outcome === 'do-not-call' ? last : undefined;
}
