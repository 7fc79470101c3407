import { EventEmitter } from 'node:events';
import { consumer } from '@closingwire/chassis/consume';
import { databaseGauges } from '@closingwire/chassis/database-gauges';
import { httpPart } from '@closingwire/chassis/http';
import { callInternal } from '@closingwire/chassis/http-client';
import { jobRunner } from '@closingwire/chassis/jobs';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { totalsFold } from '@closingwire/chassis/stored-totals';
import { catalogApi } from '@closingwire/contracts/catalog';
import { leadsApi } from '@closingwire/contracts/leads';
import { onUserChanged, publishPrice } from './accounts/open.ts';
import { addressHash, type Billing } from './billing.ts';
import { type Books, compareBooks } from './books/compare-books.ts';
import { confirmBooks } from './books/confirm-books.ts';
import { bookGauges } from './books/gauges.ts';
import type { BillingConfig } from './config.ts';
import { giveCredit, onCreditRequested } from './credits/give-credit.ts';
import { billingGauges } from './gauges.ts';
import * as jobs from './jobs.ts';
import { closePage } from './orders/checkouts.ts';
import { followMode, settleAccount, sweepAccounts } from './orders/settle-account.ts';
import { leadLists, onSettingChanged } from './replicas.ts';
import { billingRoutes } from './routes.ts';
import { openStripe } from './stripe/access.ts';
import { updateCustomer } from './stripe/customer.ts';
import { portalLink } from './stripe/portal.ts';
import { stripeWebhook } from './stripe/webhook.ts';
import { zipHandlers } from './subscriptions/change.ts';
import { releaseTrials } from './trials/release.ts';
import { remindOfTrials } from './trials/reminders.ts';
import { onUserDeleted } from './user-data.ts';

const name = 'billing';

/** Every input, output and collaborator of the service. */
export function createBilling(config: BillingConfig, { clock = systemClock }: { clock?: Clock } = {}) {
  const { log, bus, identity, server } = processBasics(name, config);
  const migrations = new URL('../migrations/', import.meta.url);
  const pg = openPg({ url: databaseUrl(config), name, migrations, log });

  const billing: Billing = {
    pg,
    clock,
    log,
    catalog: callInternal(catalogApi, {
      url: config.CATALOG_URL,
      token: () => identity.serviceToken('catalog'),
    }),
    stripe: openStripe(pg, config),
    passNews: new EventEmitter().setMaxListeners(0),
    hashAddress: addressHash(config.SERVICE_SECRET),
    terms: {
      trialDays: config.TRIAL_DAYS,
      trialZips: config.TRIAL_ZIPS,
      releaseAfterTrialDays: config.HOLD_AFTER_TRIAL_DAYS,
      centsPerZip: config.PRICE_CENTS,
      currency: 'usd',
    },
    publicUrl: config.PUBLIC_URL,
  };

  const books: Books = {
    ...billing,
    leads: callInternal(leadsApi, {
      url: config.LEADS_URL,
      token: () => identity.serviceToken('leads'),
    }),
  };

  const eventHandlers = [
    ...onUserChanged(billing),
    onUserDeleted(billing),
    ...zipHandlers(billing),
    onCreditRequested(billing),
    onSettingChanged,
    ...leadLists.handlers,
  ];
  const http = httpPart({
    ...server,
    router: billingRoutes(billing),
    plain: app => {
      stripeWebhook(billing)(app);
      portalLink(billing)(app);
    },
    parts: [pg.part, billing.stripe.part],
  });
  return {
    // The HTTP server starts before the consumer has joined its group.
    parts: [
      pg.part,
      bus.part,
      http,
      outboxRelay({ pg, bus, log }),
      jobRunner({ pg, log, handlers: [...handlersOf(billing), ...bookHandlers(books)], concurrency: 8 }),
      consumer({ group: name, handlers: eventHandlers, pg, bus, log }),
      databaseGauges({ pg, log, gauges: [...billingGauges, ...bookGauges] }),
    ],
    http,
  };
}

const bookHandlers = (books: Books) => [
  jobs.compareBooksJob.handledBy(() => compareBooks(books)),
  jobs.confirmBooksJob.handledBy((look, attempt) => confirmBooks(books, look, attempt)),
];

const handlersOf = (billing: Billing) => [
  jobs.settleAccountJob.handledBy(({ accountId }) => settleAccount(billing, accountId)),
  jobs.updateCustomerJob.handledBy(({ accountId }) => updateCustomer(billing, accountId)),
  jobs.giveCreditJob.handledBy(({ creditId }) => giveCredit(billing, creditId)),
  jobs.closePageJob.handledBy(page => closePage(billing, page)),
  jobs.followModeJob.handledBy(() => followMode(billing)),
  jobs.remindOfTrialsJob.handledBy(() => remindOfTrials(billing)),
  jobs.releaseTrialsJob.handledBy(() => releaseTrials(billing)),
  jobs.publishPriceJob.handledBy(() => publishPrice(billing)),
  jobs.sweepAccountsJob.handledBy(() => sweepAccounts(billing)),
  totalsFold(billing.pg),
];
