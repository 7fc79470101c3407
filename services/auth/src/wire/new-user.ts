import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { findPendingToken } from '../tokens/pending-tokens.ts';
import { saveIdentity } from '../users/identities.ts';
import type { WireUser } from '../users/wire-user.ts';
import { findWireUser, findWireUserByEmail, insertUser, patchUser } from '../users/wire-users.ts';
import type { SignedUpWith } from './confirm-user.ts';
import { beginFlow, mailToken, refuseHaste } from './mailed-token.ts';
import type { PkceGiven } from './read-input.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

export type UserToAdd = {
  id?: string;
  email: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
  role?: string;
  /** An operator's data are stored as given; a person's own get a copy of her address. */
  isByAdmin?: boolean;
  now: Date;
};

/** Adds an unconfirmed user with her identity; undefined when the address is taken. */
export async function addUser(tx: Tx, wanted: UserToAdd): Promise<WireUser | undefined> {
  const { id = newId(), email, passwordHash, data, role = 'authenticated', isByAdmin, now } = wanted;
  const copy = isByAdmin ? {} : { sub: id, email, email_verified: false, phone_verified: false };
  const isNew = await insertUser(tx, {
    id,
    email,
    passwordHash,
    role,
    isAnonymous: false,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: { ...data, ...copy },
    createdAt: now,
  });
  if (!isNew) return undefined;
  const identityData = isByAdmin ? {} : data;
  await saveIdentity(tx, { id: newId(), userId: id, email, isVerified: false, data: identityData });
  return findWireUser(tx, id);
}

/** The user of the address, made when there is none; always with an identity. */
export async function findOrAddUser(tx: Tx, wanted: UserToAdd): Promise<WireUser> {
  const { email } = wanted;
  const found =
    (await findWireUserByEmail(tx, email)) ??
    (await addUser(tx, wanted)) ??
    (await findWireUserByEmail(tx, email));
  if (!found) throw new WireError(409, 'conflict', 'The address was just taken; try again');
  if (found.identities.length > 0) return found;
  const isVerified = found.emailConfirmedAt !== null;
  await saveIdentity(tx, { id: newId(), userId: found.id, email, isVerified, data: {} });
  return (await findWireUser(tx, found.id)) ?? found;
}

/** An answer like that to a new person, for an address that has an account. */
export function lookalike(email: string, data: Record<string, unknown>, now: Date) {
  const at = now.toISOString();
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}

type Confirmation = { payload?: SignedUpWith; pkce: PkceGiven | undefined; redirectTo: string };

/** Mails the link that proves the address. Without a payload the one of the last such mail stays. */
export async function mailConfirmation(
  wire: Wire,
  tx: Tx,
  user: WireUser,
  { payload, pkce, redirectTo }: Confirmation,
): Promise<void> {
  refuseHaste(wire, user.confirmationSentAt);
  const before = payload ? undefined : await findPendingToken(tx, user.id, 'confirmation');
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type: 'signup' });
  await mailToken(wire, tx, {
    userId: user.id,
    slot: 'confirmation',
    to: user.email ?? '',
    payload: payload ?? (before?.payload as object | undefined) ?? { passwordHash: user.passwordHash },
    flowId,
    type: 'signup',
    redirectTo,
  });
  await patchUser(tx, user.id, { confirmationSentAt: wire.clock() });
}
