import { once } from '@closingwire/chassis/consume';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { lockAccount } from './accounts/lock.ts';
import { customersOf } from './accounts/passes.ts';
import { forgetUser } from './accounts/store.ts';
import type { Billing } from './billing.ts';
import { settleAccountJob } from './jobs.ts';
import { listCharges } from './stripe/invoices.ts';
import { endSubscriptions } from './subscriptions/change.ts';
import { activeOf } from './subscriptions/store.ts';

const accountOf = (userId: string) => sql`
  select id, email, first_name as "firstName", last_name as "lastName", industry, status,
    trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt",
    stripe_customer_id as "stripeCustomerId", stripe_subscription_id as "stripeSubscriptionId",
    has_active_payment as "hasActivePayment", payment_state as "paymentState"
  from accounts where id = ${userId}`;

/** The user's lists, named as in the export. */
const listsOf = (userId: string) => ({
  subscriptions: sql`
    select id, zip_code as "zipCode", city, state, industry, kind, created_at as "createdAt",
      cancelled_at as "cancelledAt"
    from subscriptions where account_id = ${userId} order by created_at, zip_code`,
  orders: sql`
    select id, purpose, zip_codes as "zipCodes", state, coalesce(cardinality(billed_zips), quantity) as quantity,
      created_at as "createdAt"
    from orders where account_id = ${userId} order by created_at, id`,
  trialCredits: sql`
    select id, trial_days as "trialDays", credited_at as "creditedAt"
    from trial_credits where account_id = ${userId} order by credited_at`,
  zipCredits: sql`
    select id, zip_code as "zipCode", state, amount_cents as "amountCents", reason, requested_at as "requestedAt"
    from zip_credits where account_id = ${userId} order by requested_at, id`,
  trialReminders: sql`
    select trial_expires_at as "trialExpiresAt", days
    from trial_notices where account_id = ${userId} order by trial_expires_at, days desc`,
});

async function storedFacts(db: Queries, userId: string): Promise<ExportedFacts> {
  const facts: ExportedFacts = { account: (await db.maybe(accountOf(userId))) ?? null };
  for (const [name, list] of Object.entries(listsOf(userId))) facts[name] = await db.query(list);
  return facts;
}

/** Returns a user's payment facts: those of billing, and the provider's charges in both modes. */
export async function userFacts({ pg, stripe }: Billing, userId: string): Promise<ExportedFacts> {
  const customers = (await customersOf(pg, userId)).filter(({ mode }) => stripe.hasKeys(mode));
  const charges = await Promise.all(
    customers.map(({ mode, customerId }) => listCharges(stripe, mode, customerId)),
  );
  return { ...(await storedFacts(pg, userId)), charges: charges.flat() };
}

/** Ends the user's ZIPs and charges. The account remains without personal data. */
export const onUserDeleted = (billing: Billing) =>
  once(userDeleted, async ({ data: { id, version, email } }, tx) => {
    const account = await lockAccount(tx, billing, id);
    const address = email || account?.email;
    const formerAddress = address ? billing.hashAddress(address) : undefined;
    if (account) await endSubscriptions(tx, billing, account, await activeOf(tx, id));
    await forgetUser(tx, { id, version, formerAddress }, billing.clock());
    await settleAccountJob.enqueue(tx, { accountId: id });
  });
