import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { authApi } from '@closingwire/contracts/auth';

/** Answers whose key it is, as auth does. */
export function partnerKeyOwners(serviceSecret: string) {
  const owners = new Map<string, string>();
  const asked: string[] = [];
  const routes = implementer({ resolveApiKey: authApi.resolveApiKey });
  const http = httpPart({
    name: 'auth',
    port: 0,
    host: '127.0.0.1',
    log: createLog('auth double', 'silent'),
    parts: [],
    identity: openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret, name: 'auth' }),
    router: routes.router({
      resolveApiKey: routes.resolveApiKey.handler(({ input: { key } }) => {
        asked.push(key);
        return { userId: owners.get(key) ?? null };
      }),
    }),
  });
  return {
    /** Key → owner, for a test to change. */
    owners,
    /** Every key that was asked for, in turn. */
    asked,
    start: http.start,
    stop: http.stop,
    get url() {
      return http.url;
    },
  };
}
