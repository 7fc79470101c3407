import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { audit } from '../audit-log/store.ts';
import { hashPassword, verifyPassword } from '../credentials/passwords.ts';
import { changePassword } from '../flows/recovery.ts';
import { issueToken, lockByCode } from '../tokens/store.ts';
import { tokenState } from '../tokens/token.ts';
import { lockUser, patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { hasMailedProof, type SignedIn, signedIn, userGone } from './bearer.ts';
import { refuseTooSoon, tokenSettings } from './mailed-token.ts';
import { type Endpoint, invalid, type Wire, WireError } from './wire.ts';

const FRESH_MS = 24 * 60 * 60 * 1000;

type Wanted = { password?: string | undefined; current_password: string; nonce: string };
export type NewPassword = { passwordHash: string; nonce: string };

const badNonce = () => new WireError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

const CURRENT_WANTED = 'Current password required when setting new password.';

/**
 * Refuses a new password to a session that might be stolen. Without a current password to ask for, a mailed proof has
 * to be there: of the session, or a nonce, which is checked when the password is saved. One that is given has to be
 * right even so.
 */
async function refuseUnproven(
  { settings, clock, pg }: Wire,
  { user, session }: SignedIn,
  { current_password: current, nonce }: Wanted,
  client: RequestOrigin,
): Promise<void> {
  if (!settings.currentPasswordRequired) return;
  if (user.passwordHash && current !== '') {
    if (await verifyPassword(user.passwordHash, current)) return;
    await audit(pg, client, { action: 'password-refused', actorId: user.id });
    throw new WireError(400, 'current_password_invalid', CURRENT_WANTED);
  }
  if (hasMailedProof(session, clock())) return;
  if (user.passwordHash) throw new WireError(400, 'current_password_required', CURRENT_WANTED);
  // Whoever has no address, like the anonymous, has no mailbox to prove.
  if (user.email === '' || nonce !== '') return;
  const text =
    'Your account has no password yet. Choose one by “Forgot password”, or with a code from our mail.';
  throw new WireError(400, 'reauthentication_needed', text);
}

/** The hash of the new password, once the old one and the rules allow it. No transaction waits for the hashing. */
export async function newPasswordFor(
  wire: Wire,
  who: SignedIn,
  wanted: Wanted,
  client: RequestOrigin,
): Promise<NewPassword> {
  const { settings, clock } = wire;
  const { user, session } = who;
  const { password = '', nonce } = wanted;
  const isStale = !session || clock().getTime() > session.createdAt.getTime() + FRESH_MS;
  if (settings.reauthenticationRequired && isStale && nonce === '') {
    throw new WireError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  await refuseUnproven(wire, who, wanted, client);
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

type Saved = { user: User; change: NewPassword; exceptSession: string | undefined; client: RequestOrigin };

/** Checks the mailed nonce, where there is one, and changes the password. */
export async function savePassword(
  wire: Wire,
  tx: Tx,
  { user, change: { nonce, passwordHash }, exceptSession, client }: Saved,
): Promise<void> {
  if (nonce) await useNonce(wire, tx, user, nonce);
  await changePassword(tx, wire.mails, user, { passwordHash, now: wire.clock(), client, exceptSession });
}

/** Where the code goes. Refuses users without a proven address, and a code right after the last. */
function addressFor(wire: Wire, { email, emailConfirmedAt, reauthenticationSentAt }: User): string {
  if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (!emailConfirmedAt) {
    throw new WireError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  refuseTooSoon(wire, reauthenticationSentAt);
  return email;
}

/** Mails a code that a password change may ask for. */
export function reauthenticateEndpoint(wire: Wire): Endpoint {
  const { pg, clock, limits, mails } = wire;
  return {
    method: 'get',
    path: '/reauthenticate',
    async handle(req, res) {
      const { user: caller } = await signedIn(wire, req);
      const { id: userId } = caller;
      // Before the limit counts.
      addressFor(wire, caller);
      const { request, responseHeaders } = contextOf(req);
      await limits.change.count({ account: userId, ip: request.ip }, responseHeaders);
      await pg.transaction(async tx => {
        const user = await lockUser(tx, userId);
        if (!user) throw userGone();
        // Again: another request may have changed the address, or asked for a code, meanwhile.
        const address = addressFor(wire, user);
        const wanted = { userId, purpose: 'reauthentication', address, ...tokenSettings(wire) } as const;
        const issued = await issueToken(tx, wanted, clock());
        await mails.oneTimeCode(tx, address, { about: 'reauthentication', code: issued.code });
        await patchUser(tx, userId, { reauthenticationSentAt: clock() });
      });
      res.json({});
    },
  };
}
