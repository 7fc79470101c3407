export type Slot =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

const slots: Record<string, readonly Slot[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Which pending tokens a verification of this type may use; undefined for a type that mails do not have. */
export function slotsOf(type: string): readonly Slot[] | undefined {
  return Object.hasOwn(slots, type) ? slots[type] : undefined;
}
