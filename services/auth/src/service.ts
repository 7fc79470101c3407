import { type Clock, systemClock } from '@closingwire/chassis/clock';
import { consumer } from '@closingwire/chassis/consume';
import { httpPart } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { jobRunner } from '@closingwire/chassis/jobs';
import { openBus } from '@closingwire/chassis/kafka';
import { createLog, type Log } from '@closingwire/chassis/log';
import { outboxRelay } from '@closingwire/chassis/outbox';
import type { Part } from '@closingwire/chassis/part';
import { openPg, type Pg } from '@closingwire/chassis/pg';
import { sessionCookies } from '@closingwire/contracts/session-cookies';
import { billingClient } from './billing-client.ts';
import type { AuthConfig } from './config.ts';
import { demoAccounts } from './demo-accounts.ts';
import { onAccountState } from './events/on-account-state.ts';
import { type Limit, openLimit } from './limits.ts';
import { mailClient } from './mail-client.ts';
import { mailsOf, SEND_MAIL } from './mails.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { authRouter } from './routes.ts';
import { refreshTokenDeriver } from './secret-token.ts';
import { openSessions } from './sessions.ts';
import { openSigningKeys } from './signing-keys.ts';
import { sendMail } from './workers/send-mail.ts';
import { START_RECOVERY, startRecovery } from './workers/start-recovery.ts';
import { sweep } from './workers/sweep.ts';

const NAME = 'auth';
const SWEEP_NIGHTLY = '17 3 * * * sweep';

function openLimits(pg: Pg, config: AuthConfig): Record<'signIn' | 'signUp' | 'recovery', Limit> {
  const QUARTER = 15 * 60;
  const HOUR = 60 * 60;
  return {
    signIn: openLimit(
      pg,
      'sign-in',
      {
        perAccount: config.SIGN_IN_TRIES_PER_ACCOUNT,
        perAddress: config.SIGN_IN_TRIES_PER_ADDRESS,
        windowSeconds: QUARTER,
      },
      { fromOneAddress: true },
    ),
    signUp: openLimit(pg, 'sign-up', {
      perAccount: config.SIGN_UPS_PER_ACCOUNT,
      perAddress: config.SIGN_UPS_PER_ADDRESS,
      windowSeconds: HOUR,
    }),
    recovery: openLimit(pg, 'recovery', {
      perAccount: config.RECOVERIES_PER_ACCOUNT,
      perAddress: config.RECOVERIES_PER_ADDRESS,
      windowSeconds: HOUR,
    }),
  };
}

/** Users, credentials and sessions. */
export function createAuth(
  config: AuthConfig,
  { clock = systemClock, log = createLog(NAME, config.LOG_LEVEL) }: { clock?: Clock; log?: Log } = {},
): { parts: Part[]; pg: Pg; readonly url: string } {
  const pg = openPg({
    url: config.DATABASE_URL,
    name: NAME,
    migrations: new URL('../migrations/', import.meta.url),
    log,
  });
  const bus = openBus({
    brokers: config.KAFKA_BROKERS,
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    clientId: NAME,
    log,
  });
  const keys = openSigningKeys({ pg, issuer: config.TOKEN_ISSUER, clock });
  const identity = openIdentity({
    jwksUrl: config.JWKS_URL,
    issuer: config.TOKEN_ISSUER,
    serviceSecret: config.SERVICE_SECRET,
    name: NAME,
    keys: keys.verify,
  });
  const dependencies = {
    pg,
    clock,
    sessions: openSessions({ pg, keys, derive: refreshTokenDeriver(config.SERVICE_SECRET), clock }),
    mails: mailsOf(config.PUBLIC_URL),
    cookies: sessionCookies(config.PUBLIC_URL),
    billing: billingClient(config.BILLING_URL, identity),
    limits: openLimits(pg, config),
  };
  const http = httpPart({
    name: NAME,
    port: config.PORT,
    host: config.HOST,
    log,
    identity,
    router: authRouter(dependencies),
    plain: linkRoutes(dependencies, keys),
    parts: [pg.part],
  });
  const parts = [
    pg.part,
    keys.part,
    bus.part,
    outboxRelay({ pg, bus, log }),
    consumer({ group: NAME, subscriptions: onAccountState, pg, bus, log }),
    jobRunner({
      pg,
      log,
      tasks: {
        [SEND_MAIL]: sendMail(mailClient(config.NOTIFICATIONS_URL, identity), log),
        [START_RECOVERY]: startRecovery(dependencies),
        sweep: sweep(pg),
      },
      crontab: SWEEP_NIGHTLY,
    }),
    ...(config.DEMO_ACCOUNTS ? [demoAccounts(pg, clock)] : []),
    http,
  ];
  return {
    parts,
    pg,
    get url() {
      return http.url;
    },
  };
}
