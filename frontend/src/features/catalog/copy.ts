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

export const companyCopy = {
  succeeded: { title: 'Saved', description: 'You can place your first order now.' },
  failed: { title: 'Error', fallback: 'Failed to save your industry and company' },
};

export const noMatch = (query: string) => `No ZIP codes found matching "${query}"`;

/** Terms after a trial, without and with a card on file. */
export const afterTrial = {
  term: (zips: string) => `After the trial, if you go on with ${zips}`,
  needsMethod: 'To go on after the trial, you need a payment method. Without one, nothing is charged.',
  termWithCard: (zips: string) => `After the trial, for ${zips}`,
  withCard: (price: string, day: string | null) => `then ${price}${day ? ` from ${day}` : ''}`,
};

/** The sum of all ZIPs of the account, including this order. */
export const newTotal = (day: string | null) => (day ? `New total from ${day}` : 'New total');

export const quoteFailed = {
  free: 'The terms after the trial could not be loaded',
  priced: 'The amount due today could not be loaded',
  unknown: 'The price could not be loaded',
};

export const allOwned = {
  title: 'You already have these ZIP codes',
  remedy: 'This order adds none. Remove them, or add others.',
};

/** Texts for a subscription whose owner scheduled its end. A new order cancels the scheduled end. */
export const setToEnd = {
  title: (day: string) => `Your subscription ends on ${day}`,
  withOrder: 'This order keeps it going, with all its ZIP codes.',
  withoutOrder: 'Nothing is charged after that day. An order would keep it going.',
};

export const trialLimit = {
  title: (most: number) => `A trial holds at most ${most} ZIP codes`,
  remedy: (over: number) => `Remove ${over}, or add a payment method to order more.`,
  keep: (room: number) => `Keep the first ${room}`,
  bar: (most: number) => `a trial holds ${most}`,
};
