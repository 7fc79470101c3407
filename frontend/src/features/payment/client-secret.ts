const CLIENT_SECRET = /^(seti|pi)_[^_]+_secret_.+$/;

/** True for a client secret of a setup intent or a payment intent. */
export const isClientSecret = (text: string): boolean => CLIENT_SECRET.test(text);

export const isPayment = (clientSecret: string): boolean => clientSecret.startsWith('pi_');
