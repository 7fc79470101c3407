import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import { hashPassword, verifyPassword } from '../credentials/passwords.ts';
import { changePassword } from '../flows/change-password.ts';
import { type MethodName, unixSeconds } from '../sessions/session.ts';
import type { StoredSession } from '../sessions/store.ts';
import { lockByCode } from '../tokens/store.ts';
import { tokenState } from '../tokens/token.ts';
import type { User } from '../users/user.ts';
import type { SignedIn } from './bearer.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

const FRESH_MS = 24 * 60 * 60 * 1000;
/** How long a mailed link or code stands for the current password: as long as a link to choose a new one works. */
const MAILED_PROOF_S = 60 * 60;

const mailed: ReadonlySet<MethodName> = new Set(['recovery', 'otp', 'magiclink', 'email/signup', 'invite']);

type Wanted = { password?: string | undefined; current_password: string; nonce: string };
export type NewPassword = { passwordHash: string; nonce: string };

const badNonce = () => new WireError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

/** Whether the session came from a mailed link or code just now: the mailbox says who asks. */
function hasMailedProof(session: StoredSession | undefined, now: Date): boolean {
  const since = unixSeconds(now) - MAILED_PROOF_S;
  return session?.amr.some(({ method, timestamp }) => mailed.has(method) && timestamp >= since) ?? false;
}

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
  if (user.passwordHash && settings.currentPasswordRequired && !hasMailedProof(session, clock())) {
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

async function useNonce({ hashCode, clock }: Wire, tx: Tx, user: User, nonce: string): Promise<void> {
  const { email: address } = user;
  const wanted = { address, purposes: ['reauthentication'] } as const;
  const token = await lockByCode(tx, hashCode(address, nonce), wanted);
  if (token?.userId !== user.id || tokenState(token, clock()) !== 'valid') throw badNonce();
}

type Saved = { user: User; change: NewPassword; keptSession: string | undefined; client: Client };

/** Checks the mailed nonce, where there is one, and changes the password. */
export async function savePassword(
  wire: Wire,
  tx: Tx,
  { user, change: { nonce, passwordHash }, keptSession, client }: Saved,
): Promise<void> {
  if (nonce) await useNonce(wire, tx, user, nonce);
  await changePassword(tx, wire.mails, user, { passwordHash, now: wire.clock(), client, keptSession });
}
