import type { Business, BusinessFigure } from '@closingwire/contracts/business';
import { formatCents } from '../../../lib/money.ts';

export const figureTitles: Record<BusinessFigure, string> = {
  'paid-zips': 'Paid ZIP codes',
  payers: 'Payers',
  'trials-ended': 'Ended trials',
  'trials-paid': 'Trials that became payers',
  'trials-unpaid': 'Trials without a payment',
  'churn-base': 'ZIP codes paid 30 days ago',
  churned: 'Ended paid ZIP codes',
  zips: 'ZIP codes held',
};

type Figure = { term: string; value: string; meaning: string; rows: BusinessFigure };

/** Returns a share such as "25%"; of nothing there is none. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;

const of = (part: number, whole: number) =>
  `${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')}`;

/** Returns how many of the ZIPs are paid, on trial and free. A trial with a saved card is on trial. */
function partsText(sold: Business['sold']): string {
  const sumOf = (part: 'zips' | 'paid' | 'granted') => sold.reduce((sum, row) => sum + row[part], 0);
  const [zips, paid, granted] = [sumOf('zips'), sumOf('paid'), sumOf('granted')];
  const parts = [
    [paid, 'paid'],
    [zips - paid - granted, 'on trial or not paid yet'],
    [granted, 'assigned for free'],
  ] as const;
  return parts.map(([count, name]) => `${count.toLocaleString('en-US')} ${name}`).join(', ');
}

/** Returns each figure with its definition and the rows that it counts. */
export function figuresOf({ mrrCents, counts, sold }: Business): Figure[] {
  return [
    {
      term: 'Monthly recurring revenue',
      value: formatCents(mrrCents),
      meaning: 'Paid ZIP codes of running subscriptions, times the price of a ZIP code.',
      rows: 'paid-zips',
    },
    {
      term: 'Payers',
      value: counts.payers.toLocaleString('en-US'),
      meaning:
        'Users whose subscription is charged, also while a charge is retried. A trial with a saved card is not yet.',
      rows: 'payers',
    },
    {
      term: 'Trial rate',
      value: shareOf(counts['trials-paid'], counts['trials-ended']),
      meaning: `Trials that ended in the last 90 days and paid an invoice: ${of(counts['trials-paid'], counts['trials-ended'])}.`,
      rows: 'trials-paid',
    },
    {
      term: 'Trials without a payment',
      value: counts['trials-unpaid'].toLocaleString('en-US'),
      meaning: `Ended in the last 90 days without a paid invoice: ${of(counts['trials-unpaid'], counts['trials-ended'])}.`,
      rows: 'trials-unpaid',
    },
    {
      term: 'Churn',
      value: shareOf(counts.churned, counts['churn-base']),
      meaning: `Paid ZIP codes of 30 days ago that ended since: ${of(counts.churned, counts['churn-base'])}.`,
      rows: 'churned',
    },
    {
      term: 'ZIP codes held',
      value: counts.zips.toLocaleString('en-US'),
      meaning: `ZIP codes that users have now: ${partsText(sold)}.`,
      rows: 'zips',
    },
  ];
}
