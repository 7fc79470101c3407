import type { Tx } from '@closingwire/chassis/pg';
import { audit, type Client } from '../audit.ts';
import { hashPassword, verifyPassword } from '../credentials/passwords.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { linkToken } from '../tokens/code.ts';
import { dropPendingTokens, lockPendingToken } from '../tokens/pending-tokens.ts';
import type { WireUser } from '../users/wire-user.ts';
import { patchUser } from '../users/wire-users.ts';
import type { SignedIn } from './bearer.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

const FRESH_MS = 24 * 60 * 60 * 1000;

type Wanted = { password?: string | undefined; current_password: string; nonce: string };
export type NewPassword = { passwordHash: string; nonce: string };

const badNonce = () => new WireError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

/** The hash of the new password, once the old one and the rules allow it. No transaction waits for the hashing. */
export async function newPasswordFor(
  { settings, clock }: Wire,
  { user, session }: SignedIn,
  { password = '', current_password: current, nonce }: Wanted,
): Promise<NewPassword> {
  const isStale = !session || clock().getTime() > session.createdAt.getTime() + FRESH_MS;
  if (settings.reauthenticationRequired && isStale && nonce === '') {
    throw new WireError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const isRecovery = session?.amr.some(({ method }) => method === 'recovery' || method === 'otp') ?? false;
  if (user.passwordHash && settings.currentPasswordRequired && !isRecovery) {
    const text = 'Current password required when setting new password.';
    if (current === '') throw new WireError(400, 'current_password_required', text);
    if (!(await verifyPassword(user.passwordHash, current))) {
      throw new WireError(400, 'current_password_invalid', text);
    }
  }
  if (user.passwordHash && (await verifyPassword(user.passwordHash, password))) {
    const text = 'New password should be different from the old password.';
    throw new WireError(422, 'same_password', text);
  }
  return { passwordHash: await hashPassword(password), nonce };
}

async function useNonce({ hashCode, clock }: Wire, tx: Tx, user: WireUser, nonce: string): Promise<void> {
  const hash = hashCode(linkToken(user.email ?? '', nonce));
  const token = await lockPendingToken(tx, [hash], ['reauthentication']);
  if (token?.userId !== user.id || clock() >= token.expiresAt) throw badNonce();
}

type Saved = { user: WireUser; change: NewPassword; sessionId: string | undefined; client: Client };

/** Writes the password, ends the other sessions and voids every mailed code. */
export async function savePassword(
  wire: Wire,
  tx: Tx,
  { user, change, sessionId, client }: Saved,
): Promise<void> {
  if (change.nonce) await useNonce(wire, tx, user, change.nonce);
  await patchUser(tx, user.id, {
    passwordHash: change.passwordHash,
    confirmationSentAt: null,
    recoverySentAt: null,
    emailChangeSentAt: null,
    reauthenticationSentAt: null,
  });
  await dropPendingTokens(tx, user.id);
  await endSessionsOf(tx, user.id, wire.clock(), { but: sessionId });
  await audit(tx, client, { action: 'password-changed', actorId: user.id });
  await wire.mails.accountChanged(tx, user, 'password-changed', client);
}
