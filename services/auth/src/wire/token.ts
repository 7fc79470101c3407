import { queryText } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import type { Grant } from './grant.ts';
import { passwordGrant } from './grant-password.ts';
import { pkceGrant } from './grant-pkce.ts';
import { refreshGrant } from './grant-refresh.ts';
import { outsideGrants } from './outside.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

/** Every way to get tokens. */
export function tokenEndpoint(wire: Wire): Endpoint {
  const grants: Record<string, Grant> = {
    password: passwordGrant(wire),
    refresh_token: refreshGrant(wire),
    pkce: pkceGrant(wire),
    ...outsideGrants,
  };
  return {
    method: 'post',
    path: '/token',
    async handle(req, res) {
      const type = queryText(req, 'grant_type');
      const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
      if (!grant) throw new WireError(400, 'invalid_credentials', 'unsupported_grant_type');
      const reply = await grant(req);
      res.set('Cache-Control', 'no-store').json(reply);
    },
  };
}
