import type { Tx } from '@closingwire/chassis/pg';
import { findOrAddUser, type SignedUpWith, type UserToAdd } from '../flows/sign-up.ts';
import { issueToken, newestPayload } from '../tokens/store.ts';
import { patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { beginFlow, type LinkType, mailToken, tokenSettings } from './mailed-token.ts';
import type { PkceGiven } from './read-input.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

/** The user of the address, inserted when there is none. */
export async function userOfAddress(tx: Tx, wanted: UserToAdd): Promise<User> {
  const user = await findOrAddUser(tx, wanted);
  if (!user) throw new WireError(409, 'conflict', 'The address was just taken; try again');
  return user;
}

/** A reply like that to a new user, for an address that has an account. */
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

type Confirmation = {
  payload?: SignedUpWith;
  pkce?: PkceGiven | undefined;
  redirectTo: string;
  type?: Extract<LinkType, 'signup' | 'invite'>;
};

/** Mails the link that proves the address. Without a payload that of the last such mail stays. */
export async function mailConfirmation(
  wire: Wire,
  tx: Tx,
  { id: userId, email, passwordHash }: User,
  { payload, pkce, redirectTo, type = 'signup' }: Confirmation,
): Promise<void> {
  const now = wire.clock();
  const wanted = { userId, purpose: 'confirmation', address: email } as const;
  const kept = payload ?? (await newestPayload(tx, wanted)) ?? { passwordHash };
  const flowId = await beginFlow(tx, pkce, { userId, type });
  const token = { ...wanted, ...tokenSettings(wire), payload: kept, flowStateId: flowId };
  const issued = await issueToken(tx, token, now);
  await mailToken(wire, tx, email, { issued, type, redirectTo, flowId });
  await patchUser(tx, userId, { confirmationSentAt: now });
}
