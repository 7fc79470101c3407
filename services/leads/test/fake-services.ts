import { AppError } from '@closingwire/chassis/app-error';
import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { authApi } from '@closingwire/contracts/auth';
import { type AskedMail, notificationsApi } from '@closingwire/contracts/notifications';

type Router = NonNullable<Parameters<typeof httpPart>[0]['router']>;

/** Serves the routes of a service that leads calls. */
const fakeService = (name: string, serviceSecret: string, router: Router) =>
  httpPart({
    name,
    port: 0,
    host: '127.0.0.1',
    log: createLog(`fake ${name}`, 'silent'),
    parts: [],
    identity: openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret, name }),
    router,
  });

type AcceptedMail = { mailId: string; to: string; mail: AskedMail };

/** Accepts mails; the test reads them. */
export function fakeNotifications(serviceSecret: string) {
  const mails: AcceptedMail[] = [];
  const faults = { away: 0 };
  const routes = implementer({ sendMail: notificationsApi.sendMail });
  const router = routes.router({
    sendMail: routes.sendMail.handler(({ input }) => {
      if (faults.away-- > 0) throw new AppError('unavailable', 'away', 'Try again');
      if (!mails.some(({ mailId }) => mailId === input.mailId)) mails.push(input);
      return { message: 'Accepted' };
    }),
  });
  const http = fakeService('notifications', serviceSecret, router);
  return {
    mails,
    /** The number of next mails to refuse. */
    faults,
    mailsTo: (address: string) => mails.filter(({ to }) => to === address),
    start: http.start,
    stop: http.stop,
    get url() {
      return http.url;
    },
  };
}

/** A fake auth that returns the owners of API keys. */
export function fakeAuth(serviceSecret: string) {
  const owners = new Map<string, string>();
  const asked: string[] = [];
  const routes = implementer({ resolveApiKey: authApi.resolveApiKey });
  const router = routes.router({
    resolveApiKey: routes.resolveApiKey.handler(({ input: { key } }) => {
      asked.push(key);
      return { userId: owners.get(key) ?? null };
    }),
  });
  const http = fakeService('auth', serviceSecret, router);
  return {
    /** Owners by key; a test may change them. */
    owners,
    /** The requested keys in order. */
    asked,
    start: http.start,
    stop: http.stop,
    get url() {
      return http.url;
    },
  };
}
