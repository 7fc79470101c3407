import { contextOf } from '@closingwire/chassis/handlers';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { findUser, patchUser } from '../users/store.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, object, text } from './body.ts';
import { emailTaken } from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import { mailConfirmation, userOfAddress } from './new-user.ts';
import { checkMetadata, emailFrom } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';

const inviteBody = z.object({ email: text, data: object });

/** Makes an account for somebody and mails them the link to it. */
export function inviteEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/invite',
    async handle(req, res) {
      await requireAdmin(wire, req);
      const { email: given, data } = bodyOf(req, inviteBody);
      const email = emailFrom(given);
      checkMetadata(data);
      const now = wire.clock();
      const redirectTo = redirectOf(wire, req);
      const user = await wire.pg.transaction(async tx => {
        const found = await userOfAddress(tx, { email, data, now });
        if (found.emailConfirmedAt) throw emailTaken();
        await mailConfirmation(wire, tx, found, { payload: { data }, type: 'invite', redirectTo });
        await patchUser(tx, found.id, { invitedAt: now });
        await audit(tx, contextOf(req).request, { action: 'user-invited', targetId: found.id });
        return (await findUser(tx, found.id)) ?? found;
      });
      res.json(toWireUser(user));
    },
  };
}
