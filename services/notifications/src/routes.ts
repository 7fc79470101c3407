import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/clock';
import { comingLater, implementer } from '@closingwire/chassis/http';
import type { Pg } from '@closingwire/chassis/pg';
import { notificationsApi } from '@closingwire/contracts/notifications-api';
import { optOut } from './db/opt-outs.ts';
import { acceptSecretMail } from './secret-mail.ts';
import { sendTrialNotifications } from './send-trial-notifications.ts';

export function notificationsRoutes({ pg, clock }: { pg: Pg; clock: Clock }) {
  const impl = implementer(notificationsApi);
  return impl.router({
    exportPerson: impl.exportPerson.handler(comingLater),
    sendTrialNotifications: impl.sendTrialNotifications.handler(({ input }) =>
      sendTrialNotifications(pg, input.daysBeforeExpiration, clock()),
    ),
    unsubscribe: impl.unsubscribe.handler(async ({ input }) => {
      const isKnown = await optOut(pg, input.token, clock());
      if (!isKnown) throw new AppError('missing', 'token_unknown', 'This unsubscribe link is not valid');
      return { message: 'You will get no more notices by e-mail' };
    }),
    sendMail: impl.sendMail.handler(async ({ input }) => {
      await pg.transaction(tx => acceptSecretMail(tx, input));
      return { message: 'Accepted' };
    }),
  });
}
