import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { type Clock, type Part, systemClock } from '@closingwire/chassis/part';
import { notServed, testBusOptions, testDatabase } from '@closingwire/chassis/testing';
import { billingApi } from '@closingwire/contracts/billing';
import { notificationsApi, secretMail } from '@closingwire/contracts/notifications';
import { authConfig } from '../src/config.ts';
import type { MailRequest } from '../src/mails/send-mail.ts';
import { createAuth } from '../src/service.ts';
import { hearEvents } from './hear-events.ts';

export const SERVICE_SECRET = 'a-secret-of-the-services-for-tests-only';
const log = createLog('auth test', 'silent');

type Credit = { accountId: string; creditId: string; trialDays: number };

/** The two internal routes that auth calls, with replies as of their owners. */
function neighbours() {
  const mails: MailRequest[] = [];
  const credits: Credit[] = [];
  const faults = { mails: 0 };
  const identityOf = (name: string) =>
    openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret: SERVICE_SECRET, name });
  const at = { port: 0, host: '127.0.0.1', log, parts: [] };

  const mailRoutes = implementer(notificationsApi);
  const notifications = httpPart({
    ...at,
    name: 'notifications',
    identity: identityOf('notifications'),
    router: mailRoutes.router({
      exportPerson: mailRoutes.exportPerson.handler(({ input }) => ({ keptBy: 'notifications', ...input })),
      sendTrialNotifications: mailRoutes.sendTrialNotifications.handler(notServed),
      listMails: mailRoutes.listMails.handler(notServed),
      replayMail: mailRoutes.replayMail.handler(notServed),
      unsubscribe: mailRoutes.unsubscribe.handler(notServed),
      sendMail: mailRoutes.sendMail.handler(({ input }) => {
        const mail = { ...input, mail: secretMail.parse(input.mail) };
        if (!mails.some(({ mailId }) => mailId === mail.mailId)) mails.push(mail);
        if (faults.mails-- > 0) throw new Error('notifications fails after it took the mail');
        return { message: 'accepted' };
      }),
    }),
  });

  const { creditTrial, exportPerson } = billingApi;
  const billingRoutes = implementer({ creditTrial, exportPerson });
  const billing = httpPart({
    ...at,
    name: 'billing',
    identity: identityOf('billing'),
    router: billingRoutes.router({
      exportPerson: billingRoutes.exportPerson.handler(({ input }) => ({ keptBy: 'billing', ...input })),
      creditTrial: billingRoutes.creditTrial.handler(({ input }) => {
        credits.push(input);
        return {
          id: input.accountId,
          trialDays: input.trialDays,
          trialStartedAt: '2026-11-01T00:00:00Z',
          trialExpiresAt: '2026-12-01T00:00:00Z',
          trialExpired: false,
          daysRemaining: input.trialDays,
          hasActivePayment: false,
          stripeCustomerId: null,
          paymentState: 'none',
          nextPaymentAttemptAt: null,
          endsAt: null,
          trialZips: 25,
          unpaidZipCount: 0,
          grantedZipCount: 0,
          releaseAt: null,
        };
      }),
    }),
  });
  return { mails, credits, faults, notifications, billing };
}

/** The whole auth service on a database and topics of its own. */
export async function startAuth(settings: Record<string, string> = {}, clock: Clock = systemClock) {
  const outside = neighbours();
  await outside.notifications.start();
  await outside.billing.start();
  const bus = testBusOptions();
  const config = authConfig.parse({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: settings.DATABASE_URL ?? (await testDatabase('auth')),
    KAFKA_BROKERS: bus.brokers.join(','),
    KAFKA_TOPIC_PREFIX: bus.topicPrefix,
    TOKEN_ISSUER: 'http://localhost:8080/api/auth/v1',
    SERVICE_SECRET,
    NOTIFICATIONS_URL: outside.notifications.url,
    BILLING_URL: outside.billing.url,
    ...settings,
  });
  const auth = createAuth(config, { clock });
  const listener = hearEvents(bus);
  await listener.start();
  for (const part of auth.parts) await part.start();
  const asService = openIdentity({
    jwksUrl: 'http://127.0.0.1:1',
    issuer: 'none',
    serviceSecret: SERVICE_SECRET,
    name: 'gateway',
  });
  return {
    ...outside,
    auth,
    bus,
    config,
    heard: listener.heard,
    pg: auth.pg,
    url: auth.url,
    serviceToken: () => asService.serviceToken('auth'),
    async stop() {
      const parts: Part[] = [outside.notifications, outside.billing, listener, ...auth.parts];
      for (const part of parts.reverse()) await part.stop();
    },
  };
}
export type StartedAuth = Awaited<ReturnType<typeof startAuth>>;
