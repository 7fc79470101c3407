import { contextOf } from '@closingwire/chassis/handlers';
import { issueToken } from '../tokens/store.ts';
import { lockUser, patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { signedIn, userGone } from './bearer.ts';
import type { Endpoint } from './endpoint.ts';
import { refuseTooSoon, tokenSettings } from './mailed-token.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

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
