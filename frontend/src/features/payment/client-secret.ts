const CLIENT_SECRET = /^(seti|pi)_[^_]+_secret_.+$/;

/** Whether the provider would know this as a secret: of a card to be saved, or of an amount to be paid. */
export const isClientSecret = (text: string): boolean => CLIENT_SECRET.test(text);

/** Whether money is paid with it; else a card is saved. */
export const isPayment = (clientSecret: string): boolean => clientSecret.startsWith('pi_');
