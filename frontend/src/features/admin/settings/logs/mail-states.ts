import type { StateLook } from '../../../../ui/badge.tsx';
import type { MailState } from './queries.ts';

export const mailStates: Record<MailState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  sending: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'positive' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'danger' },
};
