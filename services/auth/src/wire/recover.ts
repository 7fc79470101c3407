import { contextOf } from '@closingwire/chassis/plain-handler';
import { z } from 'zod';
import { findUserByEmail, lockUser } from '../users/store.ts';
import { bodyOf, challenge, text } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { isTooSoon } from './mailed-token.ts';
import { emailFrom, pkceFrom } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import type { Wire } from './wire.ts';
import { invalid } from './wire-error.ts';

const recoverBody = z.object({ email: text, ...challenge });

/** Mails a link to choose a new password, if the address has an account. */
export function recoverEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/recover',
    async handle(req, res) {
      const body = bodyOf(req, recoverBody);
      if (body.email === '') throw invalid('Password recovery requires an email');
      const email = emailFrom(body.email);
      const pkce = pkceFrom(body);
      const { request: client, responseHeaders } = contextOf(req);
      await wire.limits.recovery.count({ account: email, ip: client.ip }, responseHeaders);
      const redirectTo = redirectOf(wire, req);
      await wire.pg.transaction(async tx => {
        await wire.mails.refuseWhenSpent(tx, 'recovery');
        const found = await findUserByEmail(tx, email);
        const user = found && (await lockUser(tx, found.id));
        if (!user || isTooSoon(wire, user.recoverySentAt)) return;
        await mailSignInLink(wire, tx, user, { type: 'recovery', pkce, redirectTo, client });
      });
      res.json({});
    },
  };
}
