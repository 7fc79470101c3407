import { contextOf } from '@closingwire/chassis/plain-handler';
import { issueToken } from '../tokens/store.ts';
import { lockUser, patchUser } from '../users/store.ts';
import { signedIn } from './bearer.ts';
import type { Endpoint } from './endpoint.ts';
import { refuseTooSoon, tokenSettings } from './mailed-token.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

/** Mails a code that a password change may ask for. */
export function reauthenticateEndpoint(wire: Wire): Endpoint {
  const { pg, clock, limits, mails } = wire;
  return {
    method: 'get',
    path: '/reauthenticate',
    async handle(req, res) {
      const { user } = await signedIn(wire, req);
      const { id: userId, email: address } = user;
      if (!address) {
        throw invalid('Reauthentication requires the user to have an email or a phone number');
      }
      if (!user.emailConfirmedAt) {
        throw new WireError(422, 'email_not_confirmed', 'Please verify your email first.');
      }
      refuseTooSoon(wire, user.reauthenticationSentAt);
      const { request, responseHeaders } = contextOf(req);
      await limits.change.count({ account: userId, ip: request.ip }, responseHeaders);
      await pg.transaction(async tx => {
        await lockUser(tx, userId);
        const wanted = { userId, purpose: 'reauthentication', address, ...tokenSettings(wire) } as const;
        const issued = await issueToken(tx, wanted, clock());
        await mails.oneTimeCode(tx, address, { about: 'reauthentication', code: issued.code });
        await patchUser(tx, userId, { reauthenticationSentAt: clock() });
      });
      res.json({});
    },
  };
}
