import type { FlagStatus } from './queries.ts';

export const flagLabels: Record<FlagStatus, string> = {
  pending: 'Pending',
  reviewed: 'Reviewed',
  resolved: 'Resolved',
};

export const flagTones = { pending: 'danger', reviewed: 'neutral', resolved: 'accent' } as const;
