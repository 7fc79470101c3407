import { patchUser } from '../users/wire-users.ts';
import { signedIn } from './bearer.ts';
import type { Endpoint } from './endpoint.ts';
import { issueToken, refuseHaste } from './mailed-token.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

/** Mails a code that a password change may ask for. */
export function reauthenticateEndpoint(wire: Wire): Endpoint {
  return {
    method: 'get',
    path: '/reauthenticate',
    async handle(req, res) {
      const { user } = await signedIn(wire, req);
      const { email } = user;
      if (!email) {
        throw invalid('Reauthentication requires the user to have an email or a phone number');
      }
      if (!user.emailConfirmedAt) {
        throw new WireError(422, 'email_not_confirmed', 'Please verify your email first.');
      }
      refuseHaste(wire, user.reauthenticationSentAt);
      await wire.pg.transaction(async tx => {
        const wanted = { userId: user.id, slot: 'reauthentication', to: email } as const;
        const { code } = await issueToken(wire, tx, wanted);
        await wire.mails.oneTimeCode(tx, email, { about: 'reauthentication', code });
        await patchUser(tx, user.id, { reauthenticationSentAt: wire.clock() });
      });
      res.json({});
    },
  };
}
