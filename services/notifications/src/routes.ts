import { implementer, nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { changeOf } from '@closingwire/contracts/audit';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { emailStatus, endMarkOfUser, sendTestEmail } from './addresses/status.ts';
import { marksOfUsers } from './delivery/marked.ts';
import { acceptAskedMail } from './mails/asked.ts';
import { mailPage, mailsByMonth, replayMail } from './mails/log.ts';
import { listEndingTrials } from './trials/ending.ts';
import { sendTrialNotifications } from './trials/trial-mails.ts';
import { userFacts } from './user-data.ts';
import { declineNotices } from './users/unsubscribe.ts';

export function notificationsRoutes({ pg, clock }: { pg: Pg; clock: Clock }) {
  const impl = implementer(notificationsApi);
  return impl.router({
    exportUser: impl.exportUser.handler(({ input }) => userFacts(pg, input.userId, input.email)),
    sendTrialNotifications: impl.sendTrialNotifications.handler(async ({ input, context }) => {
      const days = input.daysBeforeExpiration;
      const outcome = await sendTrialNotifications(pg, days, clock());
      const sent = changeOf('mailsSent', null, outcome.notificationsSent);
      nameChanges([changeOf('daysBeforeEnd', null, days), sent], context.responseHeaders);
      return outcome;
    }),
    listEndingTrials: impl.listEndingTrials.handler(async () => ({
      trials: await listEndingTrials(pg, clock()),
    })),
    listMails: impl.listMails.handler(({ input }) => mailPage(pg, input)),
    mailsByMonth: impl.mailsByMonth.handler(async () => ({ months: await mailsByMonth(pg, clock()) })),
    replayMail: impl.replayMail.handler(({ input: { id } }) => replayMail(pg, id)),
    unsubscribe: impl.unsubscribe.handler(async ({ input }) => {
      const declined = await pg.transaction(tx => declineNotices(tx, input.token, clock()));
      return { message: 'You will get no more notices by email', ...declined };
    }),
    emailStatus: impl.emailStatus.handler(({ context }) => emailStatus(pg, asUser(context.caller).id)),
    testEmail: impl.testEmail.handler(({ context: { caller, request } }) =>
      sendTestEmail(pg, asUser(caller).id, request.id),
    ),
    listMarkedUsers: impl.listMarkedUsers.handler(async ({ input }) => ({
      marks: await marksOfUsers(pg, input.userIds),
    })),
    endAddressMark: impl.endAddressMark.handler(async ({ input }) => {
      await endMarkOfUser(pg, input.userId);
      return { message: 'Notices go to this address again' };
    }),
    sendMail: impl.sendMail.handler(async ({ input }) => {
      await pg.transaction(tx => acceptAskedMail(tx, input));
      return { message: 'Accepted' };
    }),
  });
}
