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
  'granted-zips': 'ZIP codes assigned for free',
  'unpaid-zips': 'ZIP codes on trial or not paid yet',
};

/** A count within a text, which leads to its rows. */
export type Count = { count: number; rows: BusinessFigure };

/** `meaning`: the parts of a text. `rows`: the figure whose rows it counts. */
type Figure = { term: string; value: string; meaning: readonly (string | Count)[]; rows: BusinessFigure };

/** Returns a share such as "25%"; of nothing there is none. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;

/** Returns each figure with its definition and the rows that it counts. */
export function figuresOf({ mrrCents, counts }: Pick<Business, 'mrrCents' | 'counts'>): Figure[] {
  const count = (rows: BusinessFigure): Count => ({ count: counts[rows], rows });
  return [
    {
      term: 'Monthly recurring revenue',
      value: formatCents(mrrCents),
      meaning: ['Paid ZIP codes of running subscriptions, times the price of a ZIP code.'],
      rows: 'paid-zips',
    },
    {
      term: 'Payers',
      value: counts.payers.toLocaleString('en-US'),
      meaning: [
        'Users whose subscription is charged, also while a charge is retried. A trial with a saved card is not yet.',
      ],
      rows: 'payers',
    },
    {
      term: 'Trial rate',
      value: shareOf(counts['trials-paid'], counts['trials-ended']),
      meaning: [
        'Trials that ended in the last 90 days and paid an invoice: ',
        count('trials-paid'),
        ' of ',
        count('trials-ended'),
        '.',
      ],
      rows: 'trials-paid',
    },
    {
      term: 'Trials without a payment',
      value: counts['trials-unpaid'].toLocaleString('en-US'),
      meaning: [
        'Ended in the last 90 days without a paid invoice: ',
        count('trials-unpaid'),
        ' of ',
        count('trials-ended'),
        '.',
      ],
      rows: 'trials-unpaid',
    },
    {
      term: 'Churn',
      value: shareOf(counts.churned, counts['churn-base']),
      meaning: [
        'Paid ZIP codes of 30 days ago that ended since: ',
        count('churned'),
        ' of ',
        count('churn-base'),
        '.',
      ],
      rows: 'churned',
    },
    {
      term: 'ZIP codes held',
      value: counts.zips.toLocaleString('en-US'),
      // A trial with a saved card is on trial.
      meaning: [
        'ZIP codes that users have now: ',
        count('paid-zips'),
        ' paid, ',
        count('unpaid-zips'),
        ' on trial or not paid yet, ',
        count('granted-zips'),
        ' assigned for free.',
      ],
      rows: 'zips',
    },
  ];
}
