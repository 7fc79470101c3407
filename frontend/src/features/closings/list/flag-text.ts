import type { OwnFlag } from '@closingwire/contracts/leads';
import { formatCents } from '@closingwire/contracts/prices';

const statuses = { pending: 'open', reviewed: 'reviewed', resolved: 'closed' } as const;

/** Returns what became of a flag: its credit, else its confirmation, else its status. */
function outcomeOf({ status, credit, confirmed }: OwnFlag): string {
  if (credit?.state === 'credited') return `credited ${formatCents(credit.amountCents)}`;
  if (confirmed) return `confirmed: wrong ${confirmed}`;
  return statuses[status];
}

/** Such as 'You flagged this: the phone is out of service — open'. */
export const flagText = (flag: OwnFlag): string => `You flagged this: ${flag.note} — ${outcomeOf(flag)}`;

/** Returns the newest flag on a closing. `flags` begin with the newest. */
export const flagOn = (flags: readonly OwnFlag[], closingId: string): OwnFlag | undefined =>
  flags.find(flag => flag.closingId === closingId);
