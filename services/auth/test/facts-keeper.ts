import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { personFactsRoute } from '@closingwire/contracts/person-facts';

const log = createLog('auth test', 'silent');

/** A service whose export says which one it is and whom it was asked about. */
export function factsKeeper(name: 'catalog' | 'leads' | 'content', serviceSecret: string) {
  const impl = implementer({ exportPerson: personFactsRoute(name) });
  return httpPart({
    name,
    port: 0,
    host: '127.0.0.1',
    log,
    parts: [],
    identity: openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret, name }),
    router: impl.router({
      exportPerson: impl.exportPerson.handler(({ input }) => ({ keptBy: name, ...input })),
    }),
  });
}
