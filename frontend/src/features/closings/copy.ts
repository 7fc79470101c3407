import type { Notice } from '../../lib/notify.ts';

export const head = {
  title: 'Dashboard | ClosingWire',
  description: 'The closings of the last 7 days in your ZIP codes.',
  keywords: 'dashboard, closings, real estate agents',
  path: '/dashboard',
};

export const accountCopy = {
  active: { title: 'Trial Active' },
  expiring: { title: 'Trial Expiring Soon' },
  expired: { title: 'Trial Expired', badge: 'Action Required' },
  setup: { title: 'Payment Method Required', badge: 'Setup Required' },
  ending: { title: 'Subscription Ending' },
  pastDue: { title: 'Payment failed', badge: 'Past Due' },
  ended: { title: 'Subscription Ended', badge: 'Action Required' },
};

export const updatingHint =
  'Initial list is being pulled and will be available in 25 minutes or less. You will be emailed when complete.';

export const flagCopy = {
  missingNote: {
    title: 'Note Required',
    description: "Please provide a note explaining what's wrong with this lead.",
  },
  succeeded: {
    title: 'Flag Submitted',
    description: 'Thank you for reporting this issue. Our team will review it shortly.',
  },
  failed: { title: 'Error', description: 'Failed to submit flag. Please try again.' },
};

export const exportCopy = {
  succeeded: (count: number) => ({
    title: 'Export Complete',
    description: `Downloaded ${count} agent records.`,
  }),
  empty: { title: 'No Data to Export', description: 'No agents match your current filters.' },
  failed: { title: 'Export Failed', fallback: 'Failed to fetch agents' },
};

/** Toast after an export with this number of rows. */
export const exported = (count: number, empty: Notice = exportCopy.empty): Notice =>
  count === 0 ? { ...empty, tone: 'danger' } : exportCopy.succeeded(count);

/** For refusals without a message from the server. */
export const fetchFailed = {
  agents: 'Failed to fetch agents',
  agentsOrLists: 'Failed to fetch agents or lead lists',
};

export const removeCopy = {
  succeeded: 'ZIP code removed successfully',
  failed: 'Failed to remove ZIP code',
};

/** Toast if nothing came back of a payment's check. */
export const connectionFailed = {
  title: 'Connection problem',
  description: 'We could not check your payment. Please refresh the page.',
};

export const listExportCopy = {
  empty: { title: 'No Data to Export', description: 'This lead list has no agents yet.' },
  allEmpty: { title: 'No Data to Export', description: 'Your lead lists have no agents yet.' },
  failed: { title: 'Export Failed', description: 'There was an error exporting the lead list' },
  allFailed: { title: 'Export Failed', description: 'There was an error exporting all lead lists' },
};

/** The days of each period's lists, in the time zone of the ZIP's state. */
export const periodTexts = {
  daily: 'Closings of today and yesterday',
  weekly: 'Closings of the last 7 days, today included',
};

export const subscriptionsHead = {
  title: 'Subscriptions | ClosingWire',
  description: 'Your ZIP code subscriptions and their lead lists.',
  keywords: 'subscriptions, lead lists',
  path: '/subscriptions',
};

export const agentsHead = (zipCode: string) => ({
  title: `Agents in ${zipCode} | ClosingWire`,
  description: `Agents who recently closed a sale in ${zipCode}.`,
  keywords: 'agents, closings',
  path: `/agents/${zipCode}`,
});
