/** What calls of billing refuse beside what their input and their caller decide. */

const closed = { account_closed: { status: 403, message: 'This account is not active' } };

/** Of every call that asks the payment provider. */
const provider = {
  payment_object_missing: { status: 404, message: 'The payment provider does not know it' },
  payments_unavailable: { status: 503, message: 'The payment provider does not answer' },
  payments_not_set_up: { status: 503, message: 'Live payments are not set up' },
};
const customerDeleted = { customer_deleted: { status: 404, message: 'The provider deleted the customer' } };

/** Of every call that carries an order through. */
const ordering = {
  ...closed,
  ...provider,
  ...customerDeleted,
  card_declined: { status: 400, message: 'The card was declined' },
  account_unknown: { status: 404, message: 'This person has no account' },
  order_unknown: { status: 404, message: 'There is no such order' },
  zip_taken: { status: 409, message: '`zipCodes` were taken meanwhile' },
  order_outdated: { status: 409, message: 'This order is too old' },
  order_under_way: { status: 503, message: 'Another order is being charged' },
};

export const billingFailures = {
  standing: closed,
  quote: { ...closed, ...provider },
  subscribe: {
    ...ordering,
    too_many_trial_zips: { status: 400, message: 'More ZIPs than a trial holds' },
    industry_missing: { status: 400, message: 'Add your industry and company before your first order' },
  },
  unsubscribe: { subscription_unknown: { status: 404, message: 'This subscription does not exist' } },
  convertTrial: {
    ...ordering,
    nothing_to_convert: { status: 400, message: 'There are no ZIPs on trial' },
    already_paid: { status: 409, message: 'Your ZIP codes are already paid for' },
  },
  openPortal: { ...closed, ...provider },
  verifyPayment: {
    ...ordering,
    checkout_unknown: { status: 404, message: 'This checkout does not exist' },
  },
  setUpPayment: { ...closed, ...provider },
  verifyPaymentSetup: {
    ...ordering,
    setup_unknown: { status: 404, message: 'This payment setup does not exist' },
  },
  stripeMode: { payments_not_set_up: provider.payments_not_set_up },
  creditTrial: { account_unknown: { status: 404, message: 'This person has no account yet' } },
};
