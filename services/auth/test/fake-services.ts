import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import { notServed } from '@closingwire/chassis/testing';
import { billingApi } from '@closingwire/contracts/billing';
import { notificationsApi, secretMail } from '@closingwire/contracts/notifications';
import { userFactsRoute } from '@closingwire/contracts/user-facts';
import type { MailToSend } from '../src/mails/mails.ts';

export const SERVICE_SECRET = 'a-secret-of-the-services-for-tests-only';
const log = createLog('auth test', 'silent');

/** Accepts service tokens only. */
export const identityOf = (name: string) =>
  openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret: SERVICE_SECRET, name });

const atFreePort = (name: string) => ({
  name,
  identity: identityOf(name),
  port: 0,
  host: '127.0.0.1',
  log,
  parts: [],
});

/** A fake notifications service. It stores each mail once; the next `faults.mails` requests fail after that. */
export function fakeNotifications() {
  const mails: MailToSend[] = [];
  const faults = { mails: 0 };
  const os = implementer(notificationsApi);
  const part = httpPart({
    ...atFreePort('notifications'),
    router: os.router({
      exportUser: os.exportUser.handler(({ input }) => ({ from: 'notifications', ...input })),
      sendTrialNotifications: os.sendTrialNotifications.handler(notServed),
      listEndingTrials: os.listEndingTrials.handler(notServed),
      listMails: os.listMails.handler(notServed),
      mailsByMonth: os.mailsByMonth.handler(notServed),
      replayMail: os.replayMail.handler(notServed),
      emailStatus: os.emailStatus.handler(notServed),
      testEmail: os.testEmail.handler(notServed),
      listMarkedUsers: os.listMarkedUsers.handler(notServed),
      endAddressMark: os.endAddressMark.handler(notServed),
      unsubscribe: os.unsubscribe.handler(notServed),
      sendMail: os.sendMail.handler(({ input }) => {
        const mail = { ...input, mail: secretMail.parse(input.mail) };
        if (!mails.some(({ mailId }) => mailId === mail.mailId)) mails.push(mail);
        if (faults.mails-- > 0) throw new Error('notifications fails after it took the mail');
        return { message: 'accepted' };
      }),
    }),
  });
  return { part, mails, faults };
}

type Credit = { accountId: string; creditId: string; trialDays: number };

export function fakeBilling() {
  const credits: Credit[] = [];
  const { creditTrial, exportUser } = billingApi;
  const os = implementer({ creditTrial, exportUser });
  const part = httpPart({
    ...atFreePort('billing'),
    router: os.router({
      exportUser: os.exportUser.handler(({ input }) => ({ from: 'billing', ...input })),
      creditTrial: os.creditTrial.handler(({ input }) => {
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
  return { part, credits };
}

/** Exports its name and the requested user. */
export function fakeExporter(name: 'catalog' | 'leads' | 'content') {
  const os = implementer({ exportUser: userFactsRoute(name) });
  return httpPart({
    ...atFreePort(name),
    router: os.router({
      exportUser: os.exportUser.handler(({ input }) => ({ from: name, ...input })),
    }),
  });
}
