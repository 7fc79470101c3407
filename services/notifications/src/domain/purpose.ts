/**
 * What a mail is for decides how it is treated.
 * - `security` and `billing`: always sent, cannot be unsubscribed from
 * - `notice`: only to those who want notices; carries the unsubscribe headers
 * - `support`: to our own mailbox
 */
export type Purpose = 'security' | 'billing' | 'notice' | 'support';

/**
 * Whether a mail that may or may not have left (the process died in between) goes out again. A person
 * locked out needs her link more than she minds a second copy; nobody needs a notice twice.
 */
export const isSentAgainWhenUnknown: Record<Purpose, boolean> = {
  security: true,
  billing: true,
  notice: false,
  support: true,
};
