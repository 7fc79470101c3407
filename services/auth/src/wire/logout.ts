import { contextOf } from '@closingwire/chassis/handlers';
import { audit } from '../audit.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import { signedIn } from './bearer.ts';
import { queryText } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import type { Wire } from './wire.ts';
import { invalid } from './wire-error.ts';

const scopes = new Set(['global', 'local', 'others']);

export function logoutEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/logout',
    async handle(req, res) {
      const { user, session } = await signedIn(wire, req);
      const scope = queryText(req, 'scope') || 'global';
      if (!scopes.has(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
      const now = wire.clock();
      await wire.pg.transaction(async tx => {
        await audit(tx, contextOf(req).request, { action: 'sign-out', actorId: user.id, detail: { scope } });
        if (scope === 'local' && session) await endSession(tx, session.id, user.id, now);
        else await endSessionsOf(tx, user.id, now, scope === 'others' ? { but: session?.id } : {});
      });
      res.status(204).end();
    },
  };
}
