import { consumer } from '@closingwire/chassis/consume';
import { httpPart } from '@closingwire/chassis/http';
import { jobRunner } from '@closingwire/chassis/jobs';
import { createLog } from '@closingwire/chassis/log';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { openPg } from '@closingwire/chassis/pg';
import type { Service } from '@closingwire/chassis/run';
import { openSurroundings } from '@closingwire/chassis/surroundings';
import type { NotificationsConfig } from './config.ts';
import { deliverMail } from './db/mails.ts';
import type { LinkTo } from './domain/template.ts';
import { onContactMessageReceived } from './events/on-contact-message-received.ts';
import { onLeadFlagged } from './events/on-lead-flagged.ts';
import { onLeadListReady } from './events/on-lead-list-ready.ts';
import { onOptOutDecided } from './events/on-opt-out-decided.ts';
import { onOptOutReviewNeeded } from './events/on-opt-out-review-needed.ts';
import { onPaymentFailed, onPaymentGivenUp, onPaymentRecovered } from './events/on-payment-changed.ts';
import { onSubscriptionCancelled, onSubscriptionCreated } from './events/on-subscription-changed.ts';
import {
  onStandingChanged,
  onTrialExpired,
  onTrialExpiring,
  onTrialStarted,
} from './events/on-trial-changed.ts';
import { onTrialHoldEnded, onTrialHoldEnding } from './events/on-trial-hold.ts';
import { onUserReinstated, onUserSuspended, onUserUpdated } from './events/on-user-changed.ts';
import { onUserDeleted } from './events/on-user-deleted.ts';
import { onUserRegistered } from './events/on-user-registered.ts';
import { notificationsRoutes } from './routes.ts';
import { openSmtp } from './smtp.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { deliverMailTask } from './workers/deliver-mail.ts';
import { PRUNE_TASK, pruneCrontab, pruneMails } from './workers/prune-mails.ts';

const name = 'notifications';

/** Every input, output and collaborator of the service. */
export function createNotifications(
  config: NotificationsConfig,
  { clock = systemClock }: { clock?: Clock } = {},
): Service & { readonly url: string } {
  const log = createLog(name, config.LOG_LEVEL);
  const pg = openPg({
    url: config.DATABASE_URL,
    name,
    migrations: new URL('../migrations/', import.meta.url),
    log,
  });
  const { bus, identity } = openSurroundings(name, config, log);
  const smtp = openSmtp({ url: config.SMTP_URL, from: config.MAIL_FROM });
  const linkTo: LinkTo = path => new URL(path, config.PUBLIC_URL).href;

  const subscriptions = [
    onUserRegistered,
    onUserUpdated,
    onUserSuspended,
    onUserReinstated,
    onUserDeleted,
    onTrialStarted,
    onStandingChanged,
    onTrialExpiring(clock),
    onTrialExpired(clock),
    onPaymentFailed,
    onPaymentRecovered,
    onPaymentGivenUp,
    onTrialHoldEnding,
    onTrialHoldEnded,
    onSubscriptionCreated,
    onSubscriptionCancelled,
    onLeadListReady,
    onLeadFlagged(config.SUPPORT_ADDRESS),
    onOptOutReviewNeeded(config.SUPPORT_ADDRESS),
    onOptOutDecided({ log, supportAddress: config.SUPPORT_ADDRESS }),
    onContactMessageReceived(config.SUPPORT_ADDRESS),
  ];
  const tasks = {
    [deliverMail]: deliverMailTask({ pg, smtp, linkTo, clock }),
    [PRUNE_TASK]: pruneMails({ pg, clock }),
  };

  const http = httpPart({
    name,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    host: config.HOST,
    log,
    identity,
    router: notificationsRoutes({ pg, clock }),
    plain: unsubscribePage(linkTo),
    parts: [pg.part],
  });
  // Requests are answered while a place in the consumer group is still waited for.
  const parts = [
    pg.part,
    bus.part,
    http,
    smtp.part,
    outboxRelay({ pg, bus, log }),
    jobRunner({ pg, log, tasks, crontab: pruneCrontab, concurrency: 4 }),
    consumer({ group: name, subscriptions, pg, bus, log }),
  ];
  return {
    parts,
    get url() {
      return http.url;
    },
  };
}
