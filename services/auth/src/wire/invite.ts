import { contextOf } from '@closingwire/chassis/plain-handler';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { findWireUser, patchUser } from '../users/wire-users.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, object, text } from './body.ts';
import { emailTaken } from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import { mailToken } from './mailed-token.ts';
import { findOrAddUser } from './new-user.ts';
import { emailFrom } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';

const inviteBody = z.object({ email: text, data: object });

/** Makes an account for somebody and mails her the link to it. */
export function inviteEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/invite',
    async handle(req, res) {
      await requireAdmin(wire, req);
      const { email: given, data } = bodyOf(req, inviteBody);
      const email = emailFrom(given);
      const now = wire.clock();
      const redirectTo = redirectOf(wire, req);
      const user = await wire.pg.transaction(async tx => {
        const found = await findOrAddUser(tx, { email, passwordHash: null, data, now });
        if (found.emailConfirmedAt) throw emailTaken();
        const mail = { userId: found.id, slot: 'confirmation', to: email, payload: { data } } as const;
        await mailToken(wire, tx, { ...mail, type: 'invite', redirectTo });
        await patchUser(tx, found.id, { invitedAt: now, confirmationSentAt: now });
        await audit(tx, contextOf(req).request, { action: 'user-invited', targetId: found.id });
        return (await findWireUser(tx, found.id)) ?? found;
      });
      res.json(toWireUser(user));
    },
  };
}
