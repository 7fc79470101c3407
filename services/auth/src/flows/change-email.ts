import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { changeOf } from '@closingwire/contracts/audit';
import { audit, type ChangedBy, forgetChanges, sidesOf } from '../audit-log/store.ts';
import type { Mails } from '../mails/mails.ts';
import { type Issued, issueToken, useUpTokens, type Wanted } from '../tokens/store.ts';
import { publishUser, saveEmailIdentity } from '../users/publish-user.ts';
import { mergeMetadata } from '../users/rules.ts';
import * as users from '../users/store.ts';
import { isActivated } from '../users/user.ts';

/**
 * Payload of the tokens for an address change that was requested without a password, code or second factor. The links
 * of such tokens only show the request.
 */
export const unprovenMove = { isUnproven: true };

export const isUnproven = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'isUnproven' in payload;

const purposes = ['email_change_current', 'email_change_new'] as const;

/** Returns true if another user confirmed the address. An unconfirmed sign-up does not count. */
export async function isTakenByAnother(tx: Tx, userId: string | undefined, email: string): Promise<boolean> {
  const owner = await users.findUserByEmail(tx, email);
  return owner !== undefined && owner.id !== userId && isActivated(owner);
}

/** Locks an address and deletes unconfirmed sign-ups for it. Returns false if another user confirmed it. */
export async function claimAddress(tx: Tx, userId: string | undefined, email: string): Promise<boolean> {
  await users.lockAddress(tx, email);
  // The deletion waits until a concurrent confirmation of the sign-up commits.
  for (const id of await users.deleteUnconfirmed(tx, email, userId)) await forgetChanges(tx, id);
  return !(await isTakenByAnother(tx, userId, email));
}

type Request = {
  newEmail: string;
  /** `both`: the current and the new address must confirm. `either`: one of them is enough. */
  confirmations: 'both' | 'either';
  mailsCurrent: boolean;
  token: Pick<Wanted, 'lifeMs' | 'code' | 'flowStateId' | 'payload'>;
  /**
   * Issues tokens without replacing a pending change: for a repeated mail, or for a request without proof of the
   * owner.
   */
  leavesChange?: boolean;
  now: Date;
};

type IssuedChange = { toNew: Issued; toCurrent: Issued | undefined };

/** Begins a change of address and returns the tokens to mail. Voids a pending change, unless `leavesChange`. */
export async function requestEmailChange(
  tx: Tx,
  user: users.LockedUser,
  { newEmail, confirmations, mailsCurrent, token, leavesChange = false, now }: Request,
): Promise<IssuedChange> {
  if (!leavesChange) await useUpTokens(tx, user.id, now, purposes);
  const issue = (purpose: (typeof purposes)[number], address: string): Promise<Issued> =>
    issueToken(tx, { ...token, userId: user.id, purpose, address }, now);
  const toCurrent = mailsCurrent ? await issue('email_change_current', user.email) : undefined;
  const toNew = await issue('email_change_new', newEmail);
  const fresh = { newEmail, emailChangeProven: confirmations === 'both' ? null : 'either' } as const;
  await users.patchUser(tx, user, { emailChangeSentAt: now, ...(!leavesChange && fresh) });
  return { toNew, toCurrent };
}

type Proof = { proven: 'current' | 'new'; now: Date; client: RequestOrigin };

/**
 * `half`: the other address must confirm, too. `taken`: another user confirmed the new address meanwhile, or the
 * change is no longer pending. `unproven`: the change was requested without proof of the owner.
 */
export type EmailChangeOutcome = 'changed' | 'half' | 'taken' | 'unproven';

/** Stores that one address confirmed. Changes the address if no other confirmation is needed. */
export async function proveEmailChange(
  tx: Tx,
  mails: Mails,
  user: users.LockedUser,
  { proven, now, client }: Proof,
): Promise<EmailChangeOutcome> {
  const { newEmail, emailChangeProven: before } = user;
  if (newEmail === null) return 'taken';
  const other = proven === 'new' ? 'current' : 'new';
  if (before !== 'either' && before !== other) {
    await users.patchUser(tx, user, { emailChangeProven: proven });
    await useUpTokens(tx, user.id, now, [`email_change_${proven}`]);
    return 'half';
  }
  if (!(await claimAddress(tx, user.id, newEmail))) return 'taken';
  await changeEmail(tx, mails, user, { email: newEmail, now, client });
  return 'changed';
}

type NewAddress = { email: string; isVerified?: boolean; now: Date; client: RequestOrigin; by?: ChangedBy };

/**
 * Stores an address that `claimAddress` locked, voids every mailed link and code, and mails the old address. If the
 * address is verified, an anonymous user becomes a regular one.
 */
export async function changeEmail(
  tx: Tx,
  mails: Mails,
  user: users.LockedUser,
  { email, isVerified = true, now, client, by }: NewAddress,
): Promise<users.LockedUser> {
  const proof = isVerified ? { sub: user.id, email, email_verified: true } : {};
  await users.patchUser(tx, user, {
    email,
    newEmail: null,
    emailChangeProven: null,
    ...(isVerified && { emailConfirmedAt: user.emailConfirmedAt ?? now, isAnonymous: false }),
    userMetadata: mergeMetadata(user.userMetadata, proof),
  });
  await saveEmailIdentity(tx, { ...user, email }, isVerified);
  await useUpTokens(tx, user.id, now);
  const changes = [changeOf('email', user.email || null, email)];
  await audit(tx, client, { action: 'email-changed', ...sidesOf(user.id, by), changes });
  await mails.accountChanged(tx, user, 'email-changed', { client, by });
  // The admin's change mailed no link to the new address, so its owner learns of the change here.
  if (by) await mails.accountChanged(tx, { ...user, email }, 'email-given-by-admin', { client, by });
  return publishUser(tx, user, user.emailConfirmedAt ? 'updated' : 'registered');
}
