/**
 * The version of the Terms of use: the day of their text. A change asks every signed-in user once; so change it with
 * each change of meaning, and not for a corrected word. Public pages load this file, so it has no schema.
 */
export const termsVersion = '2026-11-27';
