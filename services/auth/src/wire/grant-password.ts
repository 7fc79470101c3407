import { contextOf } from '@closingwire/chassis/handlers';
import { z } from 'zod';
import { auditSignIn } from '../audit.ts';
import { LONGEST_PASSWORD, weaknessOf } from '../credentials/password-strength.ts';
import { checkSignIn, type Refusal } from '../flows/sign-in.ts';
import { bodyOf, text } from './body.ts';
import type { Grant } from './grant.ts';
import { openSession } from './session-reply.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });

const texts: Record<Refusal, string> = {
  invalid_credentials: 'Invalid login credentials',
  user_banned: 'User is banned',
  email_not_confirmed: 'Email not confirmed',
};

export function passwordGrant(wire: Wire): Grant {
  return async req => {
    const { email, phone, password } = bodyOf(req, passwordBody);
    if (email && phone) {
      throw invalid('Only an email address or phone number should be provided on login.');
    }
    if (phone) throw new WireError(422, 'phone_provider_disabled', 'Phone logins are disabled');
    if (!email) throw invalid('missing email or phone');
    const { request: client, responseHeaders: headers } = contextOf(req);
    const attempt = { email, password: password.slice(0, LONGEST_PASSWORD + 1), client, headers };
    const admission = await checkSignIn({ ...wire, hidesAccounts: wire.settings.hidesAccounts }, attempt);
    if ('refusal' in admission) throw new WireError(400, admission.refusal, texts[admission.refusal]);
    const { id: userId } = admission.user;
    const reply = await wire.pg.transaction(async tx => {
      await auditSignIn(tx, client, userId);
      return openSession(wire, tx, { userId, method: 'password', client });
    });
    return { ...reply, weak_password: weaknessOf(password, wire.settings) ?? null };
  };
}
