import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { findUserByEmail, lockUser } from '../users/store.ts';
import { isActivated } from '../users/user.ts';
import { bodyOf, challenge, text } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { answerMailRequest, openMailRequest, type RecoverRequest } from './mail-request.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { isTooSoon } from './mailed-token.ts';
import { emailFrom, pkceFrom } from './read-input.ts';
import type { Wire } from './wire.ts';
import { invalid } from './wire-error.ts';

const recoverBody = z.object({ email: text, ...challenge });

/**
 * Mails a link to choose a new password, if the address has a confirmed account: one that nobody confirmed may be a
 * stranger's, and its mails are counted as those of sign-ups.
 */
export async function mailRecovery(wire: Wire, tx: Tx, request: RecoverRequest): Promise<void> {
  await wire.mails.refuseWhenSpent(tx, 'recovery');
  const found = await findUserByEmail(tx, request.email);
  const user = found && (await lockUser(tx, found.id));
  if (!user || !isActivated(user) || isTooSoon(wire, user.recoverySentAt)) return;
  await mailSignInLink(wire, tx, user, { type: 'recovery', ...request });
}

/** The reply is the same for every address. */
export function recoverEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/recover',
    async handle(req, res) {
      const body = bodyOf(req, recoverBody);
      if (body.email === '') throw invalid('Password recovery requires an email');
      const asked = await openMailRequest(wire, req, { email: emailFrom(body.email), pkce: pkceFrom(body) });
      const request = { call: 'recover', ...asked } as const;
      await answerMailRequest(wire, request, { kinds: ['recovery'], work: mailRecovery });
      res.json({});
    },
  };
}
