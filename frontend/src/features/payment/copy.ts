import { paymentPageMonthlyUsd } from '@closingwire/contracts/prices';

export const head = {
  title: 'Payment | ClosingWire',
  description: 'Pay for your ZIP codes.',
  keywords: 'payment, ZIP code subscription',
  path: '/subscribe',
};

/** The price in the page's fixed text; the charge is shown beside it. */
export const statedPrice = `$${paymentPageMonthlyUsd}/month`;

export const invalidAccess = {
  title: 'Invalid Access',
  description: 'No payment session found. Please try subscribing again.',
};

export const systemError = {
  title: 'Payment System Error',
  description: 'Failed to initialize payment system. Please try again.',
};

export const paymentFailed = {
  title: 'Payment Failed',
  fallback: 'Your payment could not be confirmed. Please try again.',
};

export const setupCopy = {
  notStarted: {
    title: 'Setup Error',
    description: 'Failed to initialize payment setup. Please try again.',
  },
  failed: { title: 'Payment Setup Failed', fallback: 'Your card could not be confirmed. Please try again.' },
};
