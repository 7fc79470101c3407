import { newId } from '@closingwire/chassis/ids';
import { sql, type Tx } from '@closingwire/chassis/pg';
import { claimAddress, isTakenByAnother, requestEmailChange } from '../flows/change-email.ts';
import { dropWaitingPasswords, findOrAddUser, type SignedUpWith, type UserToAdd } from '../flows/sign-up.ts';
import { issueToken, newestPayload } from '../tokens/store.ts';
import { findUserByEmail, type LockedUser, patchUser } from '../users/store.ts';
import type { PkceGiven } from './input.ts';
import { beginFlow, type LinkType, mailToken, tokenSettings } from './mailed-token.ts';
import { type Wire, WireError } from './wire.ts';

/** Locks the user of the address, or inserts one. */
export async function userOfAddress(tx: Tx, wanted: UserToAdd): Promise<LockedUser> {
  const user = await findOrAddUser(tx, wanted);
  if (!user) throw new WireError(409, 'conflict', 'The address was just taken; try again');
  return user;
}

type Lookalike = { email: string; data: Record<string, unknown>; begunAt: Date };

/** Returns the protocol's reply for an address with an account: clients recognize it by the empty identities. */
export function dummyUser({ email, data, begunAt }: Lookalike, now: Date) {
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now.toISOString(),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [] as object[],
    created_at: begunAt.toISOString(),
    updated_at: now.toISOString(),
    is_anonymous: false,
  };
}

/** Returns a reply that looks like that to a new user. */
export async function lookalike(tx: Tx, like: Lookalike, now: Date) {
  const { email, data } = like;
  const id = newId();
  const copy = { sub: id, email, email_verified: false, phone_verified: false };
  // Real replies have jsonb's order of keys and the transaction's time.
  const stored = await tx.one<{ metadata: object; at: Date }>(
    sql`select ${{ ...data, ...copy }}::jsonb as metadata, now() as at`,
  );
  const at = stored.at.toISOString();
  const dates = { last_sign_in_at: at, created_at: at, updated_at: at };
  const identity = {
    identity_id: newId(),
    id,
    user_id: id,
    identity_data: stored.metadata,
    provider: 'email',
  };
  return {
    ...dummyUser(like, now),
    id,
    role: 'authenticated',
    user_metadata: stored.metadata,
    identities: [{ ...identity, ...dates, email }],
    updated_at: at,
  };
}

type Confirmation = {
  payload?: SignedUpWith;
  pkce?: PkceGiven | undefined;
  redirectTo: string;
  type?: Extract<LinkType, 'signup' | 'invite'>;
};

/**
 * Mails the link that confirms the address, if the mailbox may get one more mail today. Without a payload, the link
 * applies the payload of the last mail.
 */
export async function mailConfirmation(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { payload, pkce, redirectTo, type = 'signup' }: Confirmation,
): Promise<void> {
  const now = wire.clock();
  const { id: userId, email, passwordHash } = user;
  const mailbox = { address: email };
  const isPublic = type === 'signup';
  if (isPublic && !(await wire.mails.hasRoom(tx, 'sign-up', mailbox))) {
    await wire.mails.countUnsent(tx, 'sign-up');
    if (payload) await dropWaitingPasswords(tx, user);
    return;
  }
  const wanted = { userId, purpose: 'confirmation', address: email } as const;
  const kept = payload ?? (await newestPayload(tx, wanted)) ?? { passwordHash };
  const flowId = await beginFlow(tx, pkce, { userId, type });
  const token = { ...wanted, ...tokenSettings(wire), payload: kept, flowStateId: flowId };
  const issued = await issueToken(tx, token, now);
  await mailToken(wire, tx, email, { issued, type, redirectTo, flowId }, isPublic ? mailbox : undefined);
  await patchUser(tx, user, { confirmationSentAt: now });
}

export type EmailChange = {
  newEmail: string;
  pkce: PkceGiven | undefined;
  redirectTo: string;
  /** A request to resend the mails, which needs no session. */
  isAgain?: boolean;
};

export const emailTaken = () =>
  new WireError(422, 'email_exists', 'A user with this email address has already been registered');

export async function refuseTakenEmail(tx: Tx, userId: string, email: string): Promise<void> {
  if (await isTakenByAnother(tx, userId, email)) throw emailTaken();
}

/** Locks an address that no other user has confirmed, or throws. `userId` is undefined for a new user. */
export async function claimFreeEmail(tx: Tx, userId: string | undefined, email: string): Promise<void> {
  if (!(await claimAddress(tx, userId, email))) throw emailTaken();
}

/**
 * Mails the links that change the address, to the new one and the old one. Where accounts are hidden, the owner of a
 * taken address gets a mail about the account instead.
 */
export async function mailEmailChange(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { newEmail, pkce, redirectTo, isAgain = false }: EmailChange,
): Promise<void> {
  const type = 'email_change';
  const mailbox = { address: newEmail, askedBy: user.id };
  const owner = (await isTakenByAnother(tx, user.id, newEmail)) && (await findUserByEmail(tx, newEmail));
  const reachesNew = !owner && (await wire.mails.hasRoom(tx, 'change', mailbox));
  if (!owner && !reachesNew) await wire.mails.countUnsent(tx, 'change');
  if (isAgain && !owner && !reachesNew) return;
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type });
  // The current address has confirmed already, so only the new one must.
  const isProven = isAgain && user.emailChangeProven === 'either';
  const mailsCurrent = user.email !== '' && !isProven;
  const { toNew, toCurrent } = await requestEmailChange(tx, user, {
    newEmail,
    confirmations: mailsCurrent && !wire.settings.autoConfirm ? 'both' : 'either',
    mailsCurrent,
    token: { ...tokenSettings(wire), flowStateId: flowId },
    leavesChange: isAgain,
    now: wire.clock(),
  });
  const link = { type, redirectTo, flowId } as const;
  if (toCurrent) await mailToken(wire, tx, user.email, { issued: toCurrent, ...link });
  if (owner) await wire.mails.alreadyRegistered(tx, owner);
  if (reachesNew) await mailToken(wire, tx, newEmail, { issued: toNew, ...link }, mailbox);
}
