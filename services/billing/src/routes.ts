import { implementer } from '@closingwire/chassis/http';
import { asUser, type Caller } from '@closingwire/chassis/identity';
import { billingApi } from '@closingwire/contracts/billing';
import { sliceOf } from '@closingwire/contracts/primitive';
import { accountOf, creditTrial, readAfterPortal } from './accounts/open.ts';
import { ownZips } from './accounts/own-zips.ts';
import { standingOf } from './accounts/rules.ts';
import type { Billing } from './billing.ts';
import { beginRun } from './books/compare-books.ts';
import { bookPage } from './books/store.ts';
import { businessRows, readBusiness } from './business/figures.ts';
import { cardOf, moneyOf } from './customer/money.ts';
import { beginCardSetup, finishCardSetup, verifyPayment } from './orders/finish-payment.ts';
import { quoteFor } from './orders/quote.ts';
import { convertTrial, subscribe } from './orders/subscribe.ts';
import { billingOverview } from './overview/overview.ts';
import { storedMode } from './replicas.ts';
import { paymentsByDay } from './stripe/invoices.ts';
import { describeModeSwitch } from './stripe/mode-switch.ts';
import { openPortal } from './stripe/portal.ts';
import { unsubscribe } from './subscriptions/change.ts';
import { allSubscriptions, countSubscriptions, subscriptionsOf } from './subscriptions/store.ts';
import { userFacts } from './user-data.ts';

export function billingRoutes(billing: Billing) {
  const impl = implementer(billingApi);
  const own = (caller: Caller) => accountOf(billing, asUser(caller));

  return impl.router({
    exportUser: impl.exportUser.handler(({ input }) => userFacts(billing, input.userId)),
    standing: impl.standing.handler(async ({ context }) => {
      const account = await own(context.caller);
      await readAfterPortal(billing, account);
      return standingOf(account, await ownZips(billing.pg, account.id), billing.terms, billing.clock());
    }),
    overview: impl.overview.handler(async ({ context }) =>
      billingOverview(billing, await own(context.caller)),
    ),
    quote: impl.quote.handler(async ({ input, context }) =>
      quoteFor(billing, await own(context.caller), input),
    ),
    listSubscriptions: impl.listSubscriptions.handler(({ context }) =>
      subscriptionsOf(billing.pg, asUser(context.caller).id),
    ),
    subscribe: impl.subscribe.handler(({ input, context }) =>
      subscribe(billing, asUser(context.caller), input.zipCodeIds),
    ),
    unsubscribe: impl.unsubscribe.handler(({ input, context }) =>
      unsubscribe(billing, asUser(context.caller).id, input.id),
    ),
    convertTrial: impl.convertTrial.handler(async ({ context }) =>
      convertTrial(billing, await own(context.caller)),
    ),
    openPortal: impl.openPortal.handler(async ({ context }) =>
      openPortal(billing, await own(context.caller)),
    ),
    verifyPayment: impl.verifyPayment.handler(async ({ input, context }) =>
      verifyPayment(billing, await own(context.caller), input.sessionId),
    ),
    setUpPayment: impl.setUpPayment.handler(async ({ context }) =>
      beginCardSetup(billing, await own(context.caller)),
    ),
    verifyPaymentSetup: impl.verifyPaymentSetup.handler(async ({ input, context }) =>
      finishCardSetup(billing, await own(context.caller), input.setupIntentId),
    ),
    readBusiness: impl.readBusiness.handler(() => readBusiness(billing)),
    businessRows: impl.businessRows.handler(({ input }) => businessRows(billing, input)),
    customerCard: impl.customerCard.handler(async ({ input }) => ({
      provider: await cardOf(billing, input.userId),
    })),
    customerMoney: impl.customerMoney.handler(({ input }) => moneyOf(billing, input.userId)),
    stripeMode: impl.stripeMode.handler(() => billing.stripe.mode()),
    modeSwitch: impl.modeSwitch.handler(() => describeModeSwitch(billing)),
    listAllSubscriptions: impl.listAllSubscriptions.handler(async ({ input, context }) => {
      const [listed, { active }] = await Promise.all([
        allSubscriptions(billing.pg, sliceOf(input, 1_000)),
        countSubscriptions(billing.pg),
      ]);
      context.responseHeaders.set('x-total-count', String(active));
      return listed;
    }),
    countSubscriptions: impl.countSubscriptions.handler(() => countSubscriptions(billing.pg)),
    paymentStatistics: impl.paymentStatistics.handler(async ({ input }) => {
      const mode = await storedMode(billing.pg);
      const days = await paymentsByDay(billing.pg, { days: input.days, mode }, billing.clock());
      return { testMode: mode === 'test', days };
    }),
    readBooks: impl.readBooks.handler(({ input }) => bookPage(billing.pg, input, billing.clock())),
    compareBooks: impl.compareBooks.handler(({ input }) => beginRun(billing, input.repairMany)),
    creditTrial: impl.creditTrial.handler(({ input }) => creditTrial(billing, input)),
  });
}
