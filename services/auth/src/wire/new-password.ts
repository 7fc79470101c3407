import { contextOf } from '@closingwire/chassis/handlers';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { audit } from '../audit-log/store.ts';
import { type CheckedPassword, checkPassword, hashPassword } from '../credentials/passwords.ts';
import { changePassword } from '../flows/recovery.ts';
import { isStillPassword } from '../flows/sign-in.ts';
import { hasEarlierFactor } from '../sessions/store.ts';
import { issueToken } from '../tokens/store.ts';
import { type LockedUser, patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { hasMailedProof, type LockedCaller, lockSignedIn, type SignedIn, signedIn } from './bearer.ts';
import { refuseTooSoon, tokenSettings } from './mailed-token.ts';
import { type Endpoint, invalid, type Wire, WireError } from './wire.ts';

const FRESH_MS = 24 * 60 * 60 * 1000;

type Wanted = { password?: string | undefined; current_password: string; nonce: string };
/** `before` is the user's hash at the time of the checks. */
export type NewPassword = { passwordHash: string; before: string | null };

const CURRENT_WANTED = 'Current password required when setting new password.';

type Refused = { client: RequestOrigin; refusal: string };

async function checkCurrent(
  pg: Pg,
  user: User,
  current: string,
  { client, refusal }: Refused,
): Promise<CheckedPassword> {
  const checked = await checkPassword(user.passwordHash, current);
  if (checked) return checked;
  await audit(pg, client, { action: 'password-refused', actorId: user.id });
  throw new WireError(400, 'current_password_invalid', refusal);
}

const MOVE_WANTED = 'Current password required when changing the email address.';

/** Checks the current password in a request to change the address, if the settings require one. */
export async function currentForMove(
  { settings, pg }: Wire,
  { user }: SignedIn,
  current: string,
  client: RequestOrigin,
): Promise<CheckedPassword | undefined> {
  if (!settings.currentPasswordRequired || current === '' || !user.passwordHash) return undefined;
  return checkCurrent(pg, user, current, { client, refusal: MOVE_WANTED });
}

/**
 * Throws unless a request to change the address has a proof of the owner, because the session might be stolen. Proofs
 * are the current password, a second factor older than the session, or, if the user has no password, a mailed nonce.
 */
export async function requireProofOfMove(
  { settings }: Wire,
  tx: Tx,
  { user, session }: LockedCaller,
  { current, nonce }: { current: CheckedPassword | undefined; nonce: string },
): Promise<void> {
  if (current && !(await isStillPassword(tx, user, current))) throw new PasswordReplaced();
  // Anonymous users have no account to protect.
  if (!settings.currentPasswordRequired || user.email === '' || current) return;
  if (await hasEarlierFactor(tx, session?.id)) return;
  if (user.passwordHash) throw new WireError(400, 'current_password_required', MOVE_WANTED);
  if (nonce !== '') return;
  const text = 'Your account has no password yet. Give the code from our mail to change the email address.';
  throw new WireError(400, 'reauthentication_needed', text);
}

/** Another request replaced the hash after the checks, with another password or a newer hash of the same one. */
export class PasswordReplaced extends WireError {
  constructor() {
    super(409, 'conflict', 'The password was just changed; try again');
  }
}

/**
 * Throws unless a request for a new password has a proof of the owner, because the session might be stolen. Proofs are
 * the current password or a session that began with a mailed link or code. If the user has no password, it is a mailed
 * nonce, which `save` checks. A wrong current password is always refused.
 */
async function refuseUnproven(
  { settings, clock, pg }: Wire,
  { user, session }: SignedIn,
  { current_password: current, nonce }: Wanted,
  client: RequestOrigin,
): Promise<void> {
  if (!settings.currentPasswordRequired) return;
  if (user.passwordHash && current !== '') {
    await checkCurrent(pg, user, current, { client, refusal: CURRENT_WANTED });
    return;
  }
  if (hasMailedProof(session, clock())) return;
  if (user.passwordHash) throw new WireError(400, 'current_password_required', CURRENT_WANTED);
  // Anonymous users have no mailbox.
  if (user.email === '' || nonce !== '') return;
  const text =
    'Your account has no password yet. Choose one by “Forgot password”, or with a code from our mail.';
  throw new WireError(400, 'reauthentication_needed', text);
}

/** Checks a new password and returns its hash. Outside transactions, because hashing is slow. */
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
  if (user.passwordHash && (await checkPassword(user.passwordHash, password))) {
    const text = 'New password should be different from the old password.';
    throw new WireError(422, 'same_password', text);
  }
  return { passwordHash: await hashPassword(password), before: user.passwordHash };
}

type Saved = { change: NewPassword; exceptSession: string | undefined; client: RequestOrigin };

/** Changes the password. Throws `PasswordReplaced` if another request changed it after the checks. */
export async function savePassword(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { change: { passwordHash, before }, exceptSession, client }: Saved,
): Promise<void> {
  if (user.passwordHash !== before) throw new PasswordReplaced();
  await changePassword(tx, wire.mails, user, { passwordHash, now: wire.clock(), client, exceptSession });
}

/**
 * Returns the address to which the reauthentication code is mailed. Throws if it is unconfirmed, or too soon after the
 * last code.
 */
function addressFor(wire: Wire, { email, emailConfirmedAt, reauthenticationSentAt }: User): string {
  if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (!emailConfirmedAt) {
    throw new WireError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  refuseTooSoon(wire, reauthenticationSentAt);
  return email;
}

/** Mails a code that proves the user of an account without a password. */
export function reauthenticateEndpoint(wire: Wire): Endpoint {
  const { pg, clock, limits, mails } = wire;
  return {
    method: 'get',
    path: '/reauthenticate',
    async handle(req, res) {
      const caller = await signedIn(wire, req);
      const { id: userId } = caller.user;
      // Checks this before the limit counts the request, so that a refused request does not count.
      addressFor(wire, caller.user);
      const { request, responseHeaders } = contextOf(req);
      await limits.change.count({ account: userId, ip: request.ip }, responseHeaders);
      await pg.transaction(async tx => {
        const { user } = await lockSignedIn(wire, tx, caller);
        // Checks this again: a concurrent request may have changed the address or sent a code.
        const address = addressFor(wire, user);
        const wanted = { userId, purpose: 'reauthentication', address, ...tokenSettings(wire) } as const;
        const issued = await issueToken(tx, wanted, clock());
        await mails.oneTimeCode(tx, address, { about: 'reauthentication', code: issued.code });
        await patchUser(tx, user, { reauthenticationSentAt: clock() });
      });
      res.json({});
    },
  };
}
