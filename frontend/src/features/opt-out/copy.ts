export const head = {
  title: 'Opt Out | ClosingWire',
  description:
    'For real estate agents: ask to be left out of every contact list that ClosingWire makes from public records.',
  keywords: 'opt out, remove my contact data, real estate agent privacy',
  path: '/opt-out',
};

export const optOutCopy = {
  failed: { title: 'Error', fallback: 'Failed to send your request. Please try again.' },
};
