import type { Purpose } from '../tokens/token.ts';

const purposes: Record<string, readonly Purpose[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['confirmation', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Which tokens a verification of this type may use; undefined for a type that mails do not have. */
export function purposesOf(type: string): readonly Purpose[] | undefined {
  return Object.hasOwn(purposes, type) ? purposes[type] : undefined;
}
