import { monthlyCentsPerZip } from '@closingwire/contracts/prices';
import { formatUsd } from '../../../lib/money.ts';
import { pricePerZip } from '../../../product/price-per-zip.ts';

/** The fixed price of the admin's view, USD per month. Billing's configuration decides the charge. */
const MONTHLY_USD = monthlyCentsPerZip / 100;

export const monthlyPrice = `${formatUsd(MONTHLY_USD)}/month`;

/** The configured price. */
export const chargedPrice = `${pricePerZip}/month`;

/** Monthly revenue if every available ZIP were sold. */
export const valueSum = (available: number): string => `${formatUsd(available * MONTHLY_USD)}/month`;

export const priceNoteHint = 'A note for admins, in whole dollars. It is charged nowhere.';

export const missingFields = 'Please fill in all required fields';

export const zipCopy = {
  availability: {
    done: 'ZIP code availability updated',
    failed: 'Failed to update ZIP code availability',
  },
  scrapeActive: {
    done: 'ZIP code scrape active updated',
    failed: 'Failed to update ZIP code scrape active',
  },
  price: { done: 'ZIP code price updated', failed: 'Failed to update ZIP code price' },
  created: { done: 'ZIP code created', failed: 'Failed to create ZIP code' },
  assigned: { done: 'ZIP code assigned', failed: 'Failed to assign ZIP code' },
  alreadyHeld: 'The user already has this ZIP code',
  unassigned: { done: 'ZIP code unassigned', failed: 'Failed to unassign ZIP code' },
  noUserChosen: 'Please select a user',
};

export const importCopy = {
  notCsv: 'Please select a CSV file',
  noRows: 'CSV file must contain header and at least one data row',
  missingColumns: 'Missing required columns',
  nothingValid: 'No valid data to import',
  failed: 'Import failed',
  finished: 'Import finished',
};

type AssignReply = { message?: string | undefined; isUnchanged?: boolean | undefined };

/** The toast after an assignment; a reply without facts counts as a new one. */
export const assignedText = (reply: AssignReply | null) => ({
  title: reply?.isUnchanged ? zipCopy.alreadyHeld : zipCopy.assigned.done,
  description: reply?.message,
});
