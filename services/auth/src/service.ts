import { type Bus, openBus } from '@closingwire/chassis/bus';
import { busSettings } from '@closingwire/chassis/bus-settings';
import { consumer } from '@closingwire/chassis/consume';
import { httpPart } from '@closingwire/chassis/http';
import { type Identity, openIdentity } from '@closingwire/chassis/identity';
import { type JobHandler, jobRunner } from '@closingwire/chassis/jobs';
import { createLog, type Log } from '@closingwire/chassis/log';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, type Part, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg, type Pg } from '@closingwire/chassis/pg';
import { secretBox } from '@closingwire/chassis/secret-box';
import { totalsFold } from '@closingwire/chassis/stored-totals';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { sessionCookies, signUpCookie } from '@closingwire/contracts/session-cookies';
import { onRequestAudited } from './audit-log/events.ts';
import { type AuthConfig, passwordRules } from './config.ts';
import { codeHasher, refreshTokenDeriver } from './credentials/secrets.ts';
import { demoAccounts } from './flows/demo-accounts.ts';
import { sweep, sweepJob } from './flows/forget.ts';
import { openLimits } from './flows/limits.ts';
import { startRecovery, startRecoveryJob } from './flows/recovery.ts';
import { repeatWithdrawals, repeatWithdrawalsJob } from './flows/repeat-withdrawals.ts';
import { billingClient } from './http/context.ts';
import { linkRoutes } from './http/link-routes.ts';
import { authRouter } from './http/router.ts';
import { type Mails, mailsOf, sendMailJob } from './mails/mails.ts';
import { askAgainIn, mailClient, sendMail, smtpMail } from './mails/send-mail.ts';
import { accounts, subscriptions } from './replicas.ts';
import { noticeSignIn } from './sessions/new-device.ts';
import { openSessions, type SessionSettings } from './sessions/sessions.ts';
import { openSigningKeys } from './sessions/signing-keys.ts';
import { openSystem } from './system.ts';
import { serviceExports } from './user-data.ts';
import { onNoticesDeclined } from './users/events.ts';
import { publishAgainJob, publishUsersAgain } from './users/publish-again.ts';
import { mailRequestJob } from './wire/mail-request.ts';
import { mailOnRequest, wireRoutes } from './wire/routes.ts';
import { openWire, type Wire } from './wire/wire.ts';

const NAME = 'auth';

const sessionSettings = (config: AuthConfig): SessionSettings => ({
  accessTokenSeconds: config.ACCESS_TOKEN_S,
  reuseSeconds: config.REFRESH_REUSE_INTERVAL_S,
  life: { total: config.SESSION_LIFE_S, idle: config.SESSION_IDLE_S },
});

const mailerOf = (config: AuthConfig, identity: Identity) =>
  config.NOTIFICATIONS_URL === undefined ? smtpMail(config) : mailClient(config.NOTIFICATIONS_URL, identity);

type Given = { clock: Clock; log: Log };

function openFoundations(config: AuthConfig, { clock, log }: Given) {
  const pg = openPg({
    url: databaseUrl(config),
    name: NAME,
    migrations: new URL('../migrations/', import.meta.url),
    log,
  });
  const keys = openSigningKeys({
    pg,
    box: secretBox(config.SERVICE_SECRET, 'signing keys'),
    issuer: config.TOKEN_ISSUER,
    clock,
    given: config.SIGNING_KEYS,
    secret: config.JWT_SECRET,
    signWithSecret: config.SIGN_WITH_SECRET,
  });
  const identity = openIdentity({
    jwksUrl: config.JWKS_URL,
    issuer: config.TOKEN_ISSUER,
    serviceSecret: config.SERVICE_SECRET,
    name: NAME,
    keys: keys.verify,
  });
  return { pg, keys, identity };
}

/** Returns no parts without brokers: auth then runs alone. */
function eventParts(
  config: AuthConfig,
  { pg, log }: { pg: Pg; log: Log },
): { bus?: Bus; sending: Part[]; receiving: Part[] } {
  const { KAFKA_BROKERS } = config;
  if (!KAFKA_BROKERS) return { sending: [], receiving: [] };
  const bus = openBus({ ...busSettings({ ...config, KAFKA_BROKERS }), clientId: NAME, log });
  const eventHandlers = [
    ...accounts.handlers,
    ...subscriptions.handlers,
    onNoticesDeclined,
    onRequestAudited,
  ];
  return {
    bus,
    sending: [bus.part, outboxRelay({ pg, bus, log })],
    receiving: [consumer({ group: NAME, handlers: eventHandlers, pg, bus, log })],
  };
}

type JobNeeds = Given & { pg: Pg; mails: Mails; wire: Wire; identity: Identity };

function handlersOf(config: AuthConfig, { pg, clock, log, mails, wire, identity }: JobNeeds): JobHandler[] {
  const send = mailerOf(config, identity);
  return [
    sendMailJob.handledBy(sendMail({ send, again: askAgainIn(pg), clock, log })),
    startRecoveryJob.handledBy(startRecovery({ pg, clock, mails })),
    mailRequestJob.handledBy(mailOnRequest(wire)),
    sweepJob.handledBy(() => sweep(pg)),
    repeatWithdrawalsJob.handledBy(withdrawals => repeatWithdrawals(pg, withdrawals)),
    publishAgainJob.handledBy(() => publishUsersAgain(pg, clock)),
    totalsFold(pg),
  ];
}

export function createAuth(
  config: AuthConfig,
  { clock = systemClock, log = createLog(NAME, config.LOG_LEVEL) }: Partial<Given> = {},
) {
  const { pg, keys, identity } = openFoundations(config, { clock, log });
  const { bus, sending, receiving } = eventParts(config, { pg, log });
  const mails = mailsOf({
    publicUrl: config.PUBLIC_URL,
    perHour: config.MAILS_PER_HOUR,
    // Auth running alone sends only the mails of the wire protocol.
    mailsChanges: config.NOTIFICATIONS_URL !== undefined,
    clock,
  });
  const dependencies = {
    pg,
    clock,
    sessions: openSessions({
      pg,
      keys,
      derive: refreshTokenDeriver(config.SERVICE_SECRET),
      clock,
      settings: sessionSettings(config),
      noticeSignIn: config.NEW_SIGN_IN_MAILS ? noticeSignIn(mails, clock) : async () => {},
    }),
    mails,
    cookies: sessionCookies(config.PUBLIC_URL),
    billing: billingClient(config.BILLING_URL, identity),
    limits: openLimits(pg, config),
    serviceExports: serviceExports(config, identity),
    system: openSystem({ pg, bus, processes: config.SYSTEM_PROCESSES }),
    passwordRules: passwordRules(config),
    hidesAccounts: config.HIDE_ACCOUNTS,
    hashCode: codeHasher(config.SERVICE_SECRET),
    signUpCookie: signUpCookie(config.PUBLIC_URL),
  };
  const wire = openWire(config, { ...dependencies, keys });
  const http = httpPart({
    name: NAME,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    host: config.HOST,
    log,
    identity,
    router: authRouter(dependencies),
    plain: app => {
      linkRoutes(dependencies)(app);
      app.use(plainRoutes.authWire.path.replace('/*', ''), wireRoutes(wire));
    },
    parts: [pg.part],
  });
  const parts = [
    pg.part,
    keys.part,
    ...sending,
    jobRunner({ pg, log, handlers: handlersOf(config, { ...dependencies, wire, identity, log }) }),
    ...(config.DEMO_ACCOUNTS ? [demoAccounts(pg, clock)] : []),
    http,
    // Consumers start last: the broker admits a new member only after a killed one has timed out. Sign-ins must not
    // wait for that.
    ...receiving,
  ];
  return { parts, pg, http };
}
