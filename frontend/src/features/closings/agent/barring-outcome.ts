import type { AgentPage } from '@closingwire/contracts/agent-page';
import type { Outcome } from '@closingwire/contracts/today';

/** Returns the 'do not call' that holds until it is removed, whatever came after. */
export const barringOutcome = ({ outcomes }: Pick<AgentPage, 'outcomes'>): Outcome | undefined =>
  outcomes.find(({ outcome }) => outcome === 'do-not-call');
