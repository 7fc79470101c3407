import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { expect } from 'vitest';
import type { TestBilling } from './start-billing.ts';

const goodCard = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
/** A card that the bank accepts and whose charges it declines. */
export const badCard = { ...goodCard, number: '4000000000000341' };

/** Submits a form of the provider's hosted pages; follows no redirect. */
export const submit = (url: string | undefined, fields: Record<string, string> = goodCard) =>
  fetch(url ?? '', { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

export const sessionIn = (checkoutUrl = '') => checkoutUrl.split('/').at(-1) ?? '';

/** Actions of users and the provider around billing. */
export function customersOf(billing: TestBilling) {
  let nextZipCode = 10_000;
  const newZipCodes = (count: number) => Array.from({ length: count }, () => String(nextZipCode++));
  const formerTrial = () =>
    billing.newUser({ activatedAt: new Date(billing.clock.now().getTime() - 30 * 86_400_000) });

  async function liveSubscription(customer: string) {
    const { data } = await billing.stripe.subscriptions.list({ customer });
    expect(data.length).toBeLessThanOrEqual(1);
    return data[0];
  }

  return {
    newZipCodes,
    formerTrial,
    liveSubscription,
    quantityOf: async (customer: string) => (await liveSubscription(customer))?.items.data[0]?.quantity,

    /** A user whose trial is over and who pays for a number of ZIPs. */
    async payingUser(count: number) {
      const user = formerTrial();
      const me = billing.as(user);
      const { checkoutUrl } = await me.subscribe({ zipCodeIds: newZipCodes(count) });
      await submit(checkoutUrl);
      await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
      const { stripeCustomerId } = await me.standing();
      return { user, me, customer: stripeCustomerId ?? '' };
    },

    /** Gives the live subscription a card whose charges the bank declines. */
    async spoilCard(customer: string) {
      const worse = await billing.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
      const live = await liveSubscription(customer);
      return billing.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: worse.id });
    },

    orderStates: async (user: { id: string }): Promise<string[]> => {
      const { rows } = await billing.db.query<{ state: string }>(
        sql`select state from orders where account_id = ${user.id} order by id`,
      );
      return rows.map(({ state }) => state);
    },

    /** Makes the database refuse new subscriptions during the call: the provider has charged by then. */
    async failing(call: () => Promise<unknown>): Promise<void> {
      await billing.db.query(sql`
        create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
        create trigger die before insert on subscriptions execute function die()`);
      await expect(call()).rejects.toMatchObject({ kind: 'broken' });
      await billing.db.query(sql`drop trigger die on subscriptions; drop function die`);
    },

    /** Runs waiting passes now instead of in a minute. */
    hurryOrders: () =>
      billing.db.query(
        sql`update graphile_worker._private_jobs set run_at = now() where key like 'settle-account:%'`,
      ),

    run: (job: string, payload: object = {}) =>
      billing.db.query(sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)})`),

    /** Waits until the provider's last hundred events have arrived and their jobs are done. */
    noJobsLeft: () =>
      until(async () => {
        const { data } = await billing.stripe.events.list({ limit: 100 });
        const eventIds = data.map(({ id }) => id);
        const { rows } = await billing.db.query(
          sql`select not exists (select from graphile_worker._private_jobs where run_at <= now())
             and (select count(*) from stripe_events where id = any(${eventIds})) = ${eventIds.length} as "isDone"`,
        );
        return rows[0]?.isDone === true;
      }),
  };
}
