const CLIENT_SECRET = /^(seti|pi)_[^_]+_secret_.+$/;

/** True for a client secret of a setup intent or a payment intent. */
export const isClientSecret = (text: string): boolean => CLIENT_SECRET.test(text);

/** True for a payment; false for saving a card. */
export const isPayment = (clientSecret: string): boolean => clientSecret.startsWith('pi_');
