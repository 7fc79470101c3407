import type { RejectState } from '@closingwire/contracts/rejected-rows';
import type { StateLook } from '../../../ui/badge.tsx';

export const rejectStates: Record<RejectState, StateLook> = {
  open: { label: 'Open', tone: 'danger' },
  repaired: { label: 'Repaired', tone: 'accent' },
  'rejected-again': { label: 'Rejected again', tone: 'neutral' },
  undone: { label: 'Delivery undone', tone: 'neutral' },
};

/** The choices of the filter. */
export const shownStates = ['open', 'repaired', 'rejected-again', 'undone', 'all'] as const;
