import {
  DELETION_ALARM_DAYS,
  type DeletionDeadline,
  type DeletionKind,
  type DeletionListState,
} from '@closingwire/contracts/deletion-lists';
import { formatDay } from '../../../lib/dates.ts';
import type { StateLook } from '../../../ui/badge.tsx';

export const kinds: Record<DeletionKind, string> = { email: 'Email addresses', phone: 'Phone numbers' };

export const states: Record<DeletionListState, StateLook> = {
  matching: { label: 'Searching agents', tone: 'neutral' },
  hiding: { label: 'Removing agents', tone: 'neutral' },
  done: { label: 'Done', tone: 'positive' },
};

export const uploadCopy = {
  title: 'Process a list',
  intro:
    "California's platform DROP gives registered data brokers a zip file every 45 days. Upload its lists Email and Phone, then upload each reply file at the platform. Keep the names of the files.",
  choose: 'Choose a list of the platform',
  which: 'Which list is it? Its name does not say.',
  uploaded: 'The list is uploaded',
  failed: 'The list cannot be processed',
  known: 'This list was processed before. Nothing was changed.',
};

type Notice = { tone: 'neutral' | 'positive' | 'caution' | 'danger'; title: string; text: string };

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** Returns what the days left mean for the operator. */
export function deadlineNotice(deadline: DeletionDeadline | null): Notice {
  if (!deadline) {
    return {
      tone: 'neutral',
      title: 'No list was processed yet',
      text: 'Is this operator registered as a data broker in California? Then upload the first lists. The days count from then on.',
    };
  }
  const { daysLeft, dueOn } = deadline;
  const due = `Both lists must be downloaded, processed and answered by ${formatDay(dueOn)}.`;
  if (daysLeft < 0) return { tone: 'danger', title: `Overdue by ${days(-daysLeft)}`, text: due };
  const tone = daysLeft <= DELETION_ALARM_DAYS ? 'caution' : 'positive';
  return { tone, title: daysLeft === 0 ? 'Due today' : `${days(daysLeft)} left`, text: due };
}
