import { consumer } from '@closingwire/chassis/consume';
import { httpPart } from '@closingwire/chassis/http';
import { callInternal } from '@closingwire/chassis/http-client';
import { jobRunner } from '@closingwire/chassis/jobs';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, type Part, systemClock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { secretBox } from '@closingwire/chassis/secret-box';
import { totalsFold } from '@closingwire/chassis/stored-totals';
import { notificationsApi } from '@closingwire/contracts/notifications';
import type { LeadsConfig } from './config.ts';
import { providersOf } from './contacts/providers.ts';
import { matchList } from './deletion-lists/match-list.ts';
import { repeatDeletionList } from './deletion-lists/repeat.ts';
import { onCreditDecided } from './flags/store.ts';
import {
  applySuppressionsJob,
  forgetExportsJob,
  forgetOptOutsJob,
  mailLinkJob,
  matchDeletionListJob,
  matchOwnListJob,
  repeatDeletionListsJob,
  repeatOptOutsJob,
} from './jobs.ts';
import { forgetOldExports } from './lists/kept-exports.ts';
import { mailLink } from './opt-out/mail-link.ts';
import { repeatOptOuts } from './opt-out/repeat.ts';
import { forgetExpired } from './opt-out/store.ts';
import { applySuppressions } from './opt-out/suppressions.ts';
import { matchOwnList } from './own-lists/match.ts';
import { openPartnerKeys } from './partners/keys.ts';
import { DEFAULT_KEY_NAME, insertIngestionKey } from './receiving/ingestion-keys.ts';
import { accounts, settings, subscriptions, users, zips } from './replicas.ts';
import { leadsRouter, plainLeadsRoutes } from './routes.ts';
import { openStores } from './stores.ts';
import { onUserDeleted } from './user-data.ts';

/** Inserts an ingestion key that is valid from the start. */
const localKey = (pg: Pg, key: string | undefined): Part => ({
  name: 'ingestion key',
  start: async () => (key ? insertIngestionKey(pg, DEFAULT_KEY_NAME, key) : undefined),
  stop: async () => {},
});

const limitsOf = (config: LeadsConfig) => ({
  trialDays: config.TRIAL_DAYS,
  exportsPerAccount: config.EXPORTS_PER_ACCOUNT,
  optOutMails: { perHour: config.OPT_OUT_MAILS_PER_HOUR, perNetwork: config.OPT_OUT_MAILS_PER_NETWORK },
});

/** The process that serves requests and runs the opt-out jobs. */
export function createLeads(config: LeadsConfig, { clock = systemClock }: { clock?: Clock } = {}) {
  const name = 'leads';
  const { log, bus, identity, server } = processBasics(name, config);
  const { pg, exports, reads, exportReads, parts: others } = openStores(config, log);
  const partnerKeys = openPartnerKeys(config.AUTH_URL, identity);
  const deps = {
    pg,
    reads,
    exportReads,
    copies: exports,
    bus,
    clock,
    partnerKeys,
    feeds: {
      box: secretBox(config.SERVICE_SECRET, 'feed secrets'),
      allowPrivate: config.ALLOW_PRIVATE_FEEDS,
    },
    ...limitsOf(config),
    providers: providersOf(config),
    log,
  };
  const http = httpPart({
    ...server,
    router: leadsRouter(deps),
    plain: plainLeadsRoutes(deps),
    parts: [pg.part],
  });
  const { sendMail } = callInternal(notificationsApi, {
    url: config.NOTIFICATIONS_URL,
    token: () => identity.serviceToken('notifications'),
  });
  const mailing = { sendMail, publicUrl: config.PUBLIC_URL, log };
  const jobHandlers = [
    mailLinkJob.handledBy((mail, attempt) => mailLink(mailing, mail, attempt)),
    applySuppressionsJob.handledBy(({ hashes }) => pg.transaction(tx => applySuppressions(tx, hashes))),
    matchDeletionListJob.handledBy(({ listId }) => matchList({ pg: exports, clock }, listId)),
    repeatDeletionListsJob.handledBy(part => repeatDeletionList(pg, part)),
    repeatOptOutsJob.handledBy(({ optOuts }) => repeatOptOuts({ pg, log, clock }, optOuts)),
    forgetOptOutsJob.handledBy(() => forgetExpired(pg, clock())),
    forgetExportsJob.handledBy(() => forgetOldExports(pg, clock())),
    matchOwnListJob.handledBy(({ listId }) => matchOwnList(exports, clock, listId)),
    totalsFold(pg),
  ];
  const eventHandlers = [
    ...[accounts, settings, subscriptions, users, zips].flatMap(replica => replica.handlers),
    onUserDeleted,
    onCreditDecided,
  ];
  return {
    // The HTTP server starts before the consumer, which may wait long for its partitions.
    parts: [
      pg.part,
      ...others,
      bus.part,
      localKey(pg, config.INGESTION_KEY),
      http,
      outboxRelay({ pg, bus, log }),
      jobRunner({ pg, log, handlers: jobHandlers }),
      consumer({ group: name, handlers: eventHandlers, pg, bus, log }),
    ],
    drainMs: config.DRAIN_S * 1_000,
    pg,
    exports,
    bus,
    http,
  };
}
