import { contextOf } from '@closingwire/chassis/plain-handler';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { LONGEST_PASSWORD, weaknessOf } from '../credentials/password-strength.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { normalEmail } from '../users/user.ts';
import { isBanned, type WireUser } from '../users/wire-user.ts';
import { findWireUserByEmail } from '../users/wire-users.ts';
import { bodyOf, text } from './body.ts';
import type { Grant } from './grant.ts';
import { openSession } from './session-reply.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });

const refused = () => new WireError(400, 'invalid_credentials', 'Invalid login credentials');

/** Who may sign in. Nothing but the right password brings an answer that tells of the account. */
function admit(user: WireUser | undefined, isRight: boolean, now: Date): WireUser {
  if (!user || !isRight) throw refused();
  if (isBanned(user, now)) throw new WireError(400, 'user_banned', 'User is banned');
  if (!user.emailConfirmedAt) throw new WireError(400, 'email_not_confirmed', 'Email not confirmed');
  return user;
}

export function passwordGrant(wire: Wire): Grant {
  const { pg, clock, limits, settings } = wire;
  return async req => {
    const { email: given, phone, password } = bodyOf(req, passwordBody);
    if (given && phone) {
      throw invalid('Only an email address or phone number should be provided on login.');
    }
    if (phone) throw new WireError(422, 'phone_provider_disabled', 'Phone logins are disabled');
    if (!given) throw invalid('missing email or phone');
    const { request: client, responseHeaders } = contextOf(req);
    const who = { email: normalEmail(given), ip: client.ip };
    await limits.signIn.count(who, responseHeaders);
    const found = await findWireUserByEmail(pg, who.email);
    const isRight = await verifyPassword(found?.passwordHash, password.slice(0, LONGEST_PASSWORD + 1));
    if (!isRight) await audit(pg, client, { action: 'sign-in-refused', targetId: found?.id });
    const { id: userId } = admit(found, isRight, clock());
    const reply = await pg.transaction(async tx => {
      await audit(tx, client, { action: 'sign-in', actorId: userId });
      return openSession(wire, tx, { userId, method: 'password', client });
    });
    await limits.signIn.forgive(who);
    const weakness = weaknessOf(password, settings);
    return weakness ? { ...reply, weak_password: weakness } : reply;
  };
}
