import type { Tx } from '@closingwire/chassis/pg';
import type { Request } from 'express';
import { z } from 'zod';
import { hasEnoughTokens } from '../tokens/store.ts';
import { findUserByEmail, lockUser } from '../users/store.ts';
import { mailEmailChange } from './email-change.ts';
import { type Endpoint, invalid, WireError } from './endpoint.ts';
import { bodyOf, challenge, emailFrom, pkceFrom, text } from './input.ts';
import { answerMailRequest, openMailRequest, type ResendRequest } from './mail-request.ts';
import { isTooSoon } from './mailed-token.ts';
import { mailConfirmation } from './new-user.ts';
import type { Wire } from './wire.ts';

const resendBody = z.object({ type: text, email: text, phone: text, ...challenge });

function readResend(req: Request) {
  const body = bodyOf(req, resendBody);
  if (!/^(signup|email_change|sms|phone_change)$/.test(body.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const pkce = pkceFrom(body);
  if (!body.email && body.type === 'signup') throw invalid('Type provided requires an email address');
  if (!body.phone && body.type === 'sms') throw invalid('Type provided requires a phone number');
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided.');
  }
  if (body.phone) throw new WireError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!body.email) throw invalid('Missing email address or phone number');
  return { type: body.type, email: emailFrom(body.email), pkce };
}

/** Mails the last confirmation again. */
export async function mailAgain(wire: Wire, tx: Tx, request: ResendRequest): Promise<void> {
  const { type, email, pkce, redirectTo } = request;
  await wire.mails.refuseWhenSpent(tx, 'sign-up');
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  if (user && type === 'signup' && !user.emailConfirmedAt && !isTooSoon(wire, user.confirmationSentAt)) {
    await mailConfirmation(wire, tx, user, { pkce, redirectTo });
  }
  if (user?.newEmail && type === 'email_change' && !isTooSoon(wire, user.emailChangeSentAt)) {
    const again = { userId: user.id, purpose: 'email_change_new' } as const;
    if (await hasEnoughTokens(tx, again, wire.clock())) return;
    await mailEmailChange(wire, tx, user, { newEmail: user.newEmail, pkce, redirectTo, isAgain: true });
  }
}

/** The reply is the same for an address without account. */
export function resendEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/resend',
    async handle(req, res) {
      const { type, ...address } = readResend(req);
      const asked = await openMailRequest(wire, req, address);
      const request = { call: 'resend', ...asked, type } as const;
      await answerMailRequest(wire, request, { kinds: ['sign-up'], work: mailAgain });
      res.json({});
    },
  };
}
