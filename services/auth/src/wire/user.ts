import { signedIn } from './bearer.ts';
import type { Endpoint } from './endpoint.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';

export function userEndpoint(wire: Wire): Endpoint {
  return {
    method: 'get',
    path: '/user',
    async handle(req, res) {
      const { user } = await signedIn(wire, req);
      res.set('Cache-Control', 'no-store').json(toWireUser(user));
    },
  };
}
