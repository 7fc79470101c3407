import { readFileSync } from 'node:fs';
import { consumer } from '@closingwire/chassis/consume';
import { databaseGauges } from '@closingwire/chassis/database-gauges';
import { httpPart } from '@closingwire/chassis/http';
import { jobRunner } from '@closingwire/chassis/jobs';
import { requiresTls } from '@closingwire/chassis/mail-settings';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { mailEventsWebhook } from './addresses/mail-events.ts';
import { dkimKeyOf, type NotificationsConfig } from './config.ts';
import { mailGauges } from './delivery/gauges.ts';
import { openSmtp } from './delivery/smtp.ts';
import type { LinkTo } from './delivery/template.ts';
import { digestHandlers } from './digest/digest-mail.ts';
import { announceOrderJob, deliverMailJob, pruneMailsJob } from './jobs.ts';
import { announceOrder, listReadyHandlers } from './lists/list-ready.ts';
import { watchedAgentHandlers } from './lists/watched-agents.ts';
import { accountMailHandlers } from './mails/account.ts';
import { flagOutcomeHandlers } from './mails/flag-outcome.ts';
import { pruneMails } from './mails/log.ts';
import { optOutMailHandlers } from './mails/opt-out.ts';
import { paymentMailHandlers } from './mails/payment.ts';
import { mailSender } from './mails/send.ts';
import { supportMailHandlers } from './mails/support.ts';
import { templates } from './mails/templates.ts';
import { zipOfferHandlers } from './mails/zip-offer.ts';
import { notificationsRoutes } from './routes.ts';
import { trialEndHandlers, trialGraceHandlers } from './trials/trial-mails.ts';
import { unsubscribePage } from './users/unsubscribe.ts';

const name = 'notifications';

/** Every input, output and collaborator of the service. */
export function createNotifications(
  config: NotificationsConfig,
  { clock = systemClock }: { clock?: Clock } = {},
) {
  const { log, bus, server } = processBasics(name, config);
  const pg = openPg({
    url: databaseUrl(config),
    name,
    migrations: new URL('../migrations/', import.meta.url),
    log,
  });
  const smtp = openSmtp({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    perSecond: config.MAILS_PER_SECOND,
    ...(config.SMTP_CA_FILE && { ca: readFileSync(config.SMTP_CA_FILE, 'utf8') }),
    dkim: dkimKeyOf(config),
    requiresTls: requiresTls(config),
  });
  const linkTo: LinkTo = path => new URL(path, config.PUBLIC_URL).href;

  const eventHandlers = [
    ...accountMailHandlers,
    ...trialEndHandlers(clock),
    ...trialGraceHandlers,
    ...paymentMailHandlers,
    ...listReadyHandlers,
    ...watchedAgentHandlers,
    ...flagOutcomeHandlers,
    ...zipOfferHandlers(clock),
    ...digestHandlers,
    ...supportMailHandlers(config.SUPPORT_ADDRESS),
    ...optOutMailHandlers({ log, supportAddress: config.SUPPORT_ADDRESS }),
  ];
  const deliverMail = mailSender({ pg, smtp, linkTo, clock, postalAddress: config.POSTAL_ADDRESS });
  const jobHandlers = [
    deliverMailJob.handledBy(({ mailId }) => deliverMail(mailId)),
    announceOrderJob.handledBy(({ orderId }) => pg.transaction(tx => announceOrder(tx, orderId))),
    pruneMailsJob.handledBy(() => pruneMails({ pg, clock })),
  ];

  const http = httpPart({
    ...server,
    router: notificationsRoutes({ pg, clock }),
    plain: app => {
      unsubscribePage(linkTo)(app);
      mailEventsWebhook({ pg, clock, secret: config.MAIL_EVENTS_SECRET })(app);
    },
    parts: [pg.part],
  });
  // HTTP starts before the consumer has joined its group, so that requests do not wait for it.
  const parts = [
    pg.part,
    bus.part,
    http,
    smtp.part,
    outboxRelay({ pg, bus, log }),
    databaseGauges({ pg, log, gauges: mailGauges(templates) }),
    jobRunner({ pg, log, handlers: jobHandlers, concurrency: 4 }),
    consumer({ group: name, handlers: eventHandlers, pg, bus, log }),
  ];
  return {
    parts,
    http,
  };
}
