import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { MethodName } from '../sessions/session.ts';
import type { IssuedTokens } from '../sessions/sessions.ts';
import { auditSignIn } from '../sessions/store.ts';
import { shownMetadata } from '../users/rules.ts';
import { findUser, type LockedUser } from '../users/store.ts';
import type { StoredFactor, StoredIdentity, User } from '../users/user.ts';
import { type Wire, WireError } from './wire.ts';

const instant = (value: Date | string | null) => (value === null ? undefined : new Date(value).toISOString());

function toIdentity(identity: StoredIdentity) {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: identity.identityData,
    provider: identity.provider,
    last_sign_in_at: instant(identity.lastSignInAt),
    created_at: instant(identity.createdAt),
    updated_at: instant(identity.updatedAt),
    email: identity.email ?? undefined,
  };
}

export function toFactor(factor: StoredFactor) {
  return {
    id: factor.id,
    friendly_name: factor.friendlyName || undefined,
    factor_type: factor.factorType,
    status: factor.status,
    phone: '',
    created_at: instant(factor.createdAt),
    updated_at: instant(factor.updatedAt),
    last_challenged_at: instant(factor.lastChallengedAt),
  };
}

/** Returns the user for the wire protocol. JSON omits undefined members. */
export function toWireUser(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: instant(user.emailConfirmedAt),
    invited_at: instant(user.invitedAt),
    phone: user.phone ?? '',
    phone_confirmed_at: instant(user.phoneConfirmedAt),
    confirmation_sent_at: instant(user.confirmationSentAt),
    confirmed_at: instant(user.confirmedAt),
    recovery_sent_at: instant(user.recoverySentAt),
    new_email: user.newEmail || undefined,
    email_change_sent_at: instant(user.emailChangeSentAt),
    reauthentication_sent_at: instant(user.reauthenticationSentAt),
    last_sign_in_at: instant(user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: shownMetadata(user.userMetadata, user),
    factors: user.factors.length > 0 ? user.factors.map(toFactor) : undefined,
    identities: user.identities.map(toIdentity),
    created_at: instant(user.createdAt),
    updated_at: instant(user.updatedAt),
    banned_until: instant(user.bannedUntil),
    deleted_at: instant(user.deletedAt),
    is_anonymous: user.isAnonymous,
  };
}
type WireUserView = ReturnType<typeof toWireUser>;

export type SessionReply = IssuedTokens & { user: WireUserView };

export async function withUser(tx: Tx, tokens: IssuedTokens, userId: string): Promise<SessionReply> {
  const user = await findUser(tx, userId);
  if (!user) throw new WireError(403, 'user_not_found', 'User not found');
  return { ...tokens, user: toWireUser(user) };
}

type Admitted = { user: LockedUser; method: MethodName; client: RequestOrigin };

export async function openSession(wire: Wire, tx: Tx, admitted: Admitted): Promise<SessionReply> {
  const { user, method, client } = admitted;
  return withUser(tx, await wire.sessions.open(tx, user, method, client), user.id);
}

/** Opens a session and audits the sign-in. */
export async function signIn(wire: Wire, tx: Tx, admitted: Admitted): Promise<SessionReply> {
  await auditSignIn(tx, admitted.client, admitted.user);
  return openSession(wire, tx, admitted);
}
