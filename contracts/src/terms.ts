import { z } from 'zod';

/**
 * The version of the Terms of use: the day of their text. A change asks every signed-in user once; so change it with
 * each change of meaning, and not for a corrected word.
 */
export const termsVersion = '2026-11-27';

/** A version that a client names. */
export const namedTermsVersion = z.string().max(20);
