export const head = {
  title: 'ZIP Code Catalog | ClosingWire',
  description: 'Choose the ZIP codes whose closings you want to follow.',
  keywords: 'ZIP codes, real estate agents, closings',
  path: '/zips',
};

export const welcome = {
  title: 'Welcome to ClosingWire!',
  description: 'Your account is active and your free trial has begun. Choose your first ZIP codes.',
};

export const emptyOrder = {
  title: 'No ZIP codes selected',
  description: 'Please select at least one ZIP code to purchase',
};

export const subscribeCopy = {
  succeeded: { title: 'Subscribed', description: 'Your ZIP codes are on their way to your dashboard.' },
  failed: { title: 'Error', fallback: 'Failed to subscribe to ZIP codes' },
};

export const noMatch = (query: string) => `No ZIP codes found matching "${query}"`;

export const freeFor = (days: number) => `FREE for ${days} days`;

export const purchaseLabel = (trialDaysLeft: number, totalUsd: number) =>
  trialDaysLeft > 0 ? 'Start Trial' : `Purchase Now - $${totalUsd}/month`;
