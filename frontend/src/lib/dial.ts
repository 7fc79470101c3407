const digitsOf = (number: string) => number.replace(/[^\d+]/g, '');

/** Returns the address that calls a phone number. */
export const telTo = (number: string): string => `tel:${digitsOf(number)}`;

/** Returns the address that begins a text message to a phone number. */
export const smsTo = (number: string): string => `sms:${digitsOf(number)}`;
