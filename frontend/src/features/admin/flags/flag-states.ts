import type { FlagStatus } from '@closingwire/contracts/leads';
import type { StateLook } from '../../../ui/badge.tsx';

export const flagStates: Record<FlagStatus, StateLook> = {
  pending: { label: 'Pending', tone: 'danger' },
  reviewed: { label: 'Reviewed', tone: 'neutral' },
  resolved: { label: 'Resolved', tone: 'accent' },
};
