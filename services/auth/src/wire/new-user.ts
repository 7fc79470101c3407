import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { dropWaitingPasswords, findOrAddUser, type SignedUpWith, type UserToAdd } from '../flows/sign-up.ts';
import { issueToken, newestPayload } from '../tokens/store.ts';
import { patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { WireError } from './endpoint.ts';
import type { PkceGiven } from './input.ts';
import { beginFlow, type LinkType, mailToken, tokenSettings } from './mailed-token.ts';
import type { Wire } from './wire.ts';

/** The user of the address, inserted when there is none. */
export async function userOfAddress(tx: Tx, wanted: UserToAdd): Promise<User> {
  const user = await findOrAddUser(tx, wanted);
  if (!user) throw new WireError(409, 'conflict', 'The address was just taken; try again');
  return user;
}

type Lookalike = { email: string; data: Record<string, unknown>; begunAt: Date };

/** The protocol's reply for an address that has an account: clients know by the missing identities. */
export function decoy({ email, data, begunAt }: Lookalike, now: Date) {
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

/** A reply like that to a new user in everything, for an address that is not new. */
export async function lookalike(tx: Tx, like: Lookalike, now: Date) {
  const { email, data } = like;
  const id = newId();
  const copy = { sub: id, email, email_verified: false, phone_verified: false };
  // By way of the database, which orders the keys and has the time at which the transaction began.
  const stored = await tx.one<{ metadata: object; at: Date }>('select $1::jsonb as metadata, now() as at', [
    { ...data, ...copy },
  ]);
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
    ...decoy(like, now),
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
 * Mails the link that proves the address, unless its mailbox got so many today that anybody asked for. Without a payload
 * that of the last such mail stays.
 */
export async function mailConfirmation(
  wire: Wire,
  tx: Tx,
  user: User,
  { payload, pkce, redirectTo, type = 'signup' }: Confirmation,
): Promise<void> {
  const now = wire.clock();
  const { id: userId, email, passwordHash } = user;
  const mailbox = { address: email };
  const isPublic = type === 'signup';
  if (isPublic && !(await wire.mails.hasRoom(tx, 'sign-up', mailbox))) {
    await wire.mails.holdBack(tx, 'sign-up');
    if (payload) await dropWaitingPasswords(tx, user);
    return;
  }
  const wanted = { userId, purpose: 'confirmation', address: email } as const;
  const kept = payload ?? (await newestPayload(tx, wanted)) ?? { passwordHash };
  const flowId = await beginFlow(tx, pkce, { userId, type });
  const token = { ...wanted, ...tokenSettings(wire), payload: kept, flowStateId: flowId };
  const issued = await issueToken(tx, token, now);
  await mailToken(wire, tx, email, { issued, type, redirectTo, flowId }, isPublic ? mailbox : undefined);
  await patchUser(tx, userId, { confirmationSentAt: now });
}
