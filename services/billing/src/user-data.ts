import { on } from '@closingwire/chassis/consume';
import type { Queries } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { findAccount, forgetUser, lockAccount } from './accounts/store.ts';
import type { Billing } from './billing.ts';
import { closeAccountJob } from './jobs.ts';
import { closeCheckouts } from './orders/steps.ts';
import { pendingOrders } from './orders/store.ts';
import { closeCustomer } from './stripe/customer.ts';
import { listCharges } from './stripe/invoices.ts';
import { endSubscriptions } from './subscriptions/change.ts';
import { activeOf } from './subscriptions/store.ts';

const account = `
  select id, email, first_name as "firstName", last_name as "lastName", industry, status,
    trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt",
    stripe_customer_id as "stripeCustomerId", stripe_subscription_id as "stripeSubscriptionId",
    has_active_payment as "hasActivePayment", payment_state as "paymentState"
  from accounts where id = $1`;

/** Lists of a user, by the name under which they see them. */
const lists = {
  subscriptions: `
    select id, zip_code as "zipCode", city, state, industry, kind, created_at as "createdAt",
      cancelled_at as "cancelledAt"
    from subscriptions where account_id = $1 order by created_at, zip_code`,
  orders: `
    select id, purpose, zip_codes as "zipCodes", state, quantity, created_at as "createdAt"
    from orders where account_id = $1 order by created_at, id`,
  trialCredits: `
    select id, trial_days as "trialDays", credited_at as "creditedAt"
    from trial_credits where account_id = $1 order by credited_at`,
  trialReminders: `
    select trial_expires_at as "trialExpiresAt", days
    from trial_notices where account_id = $1 order by trial_expires_at, days desc`,
};

/** What our own tables have of a user. */
async function storedFacts(db: Queries, userId: string): Promise<ExportedFacts> {
  const facts: ExportedFacts = { account: (await db.maybe(account, [userId])) ?? null };
  for (const [name, sql] of Object.entries(lists)) facts[name] = await db.query(sql, [userId]);
  return facts;
}

/** All about one user's money: what we recorded, and what the provider charged them. */
export async function userFacts(billing: Billing, userId: string): Promise<ExportedFacts> {
  const account = await findAccount(billing.pg, userId);
  const customerId = account?.stripeCustomerId ?? null;
  const charges = customerId === null ? [] : await listCharges(billing.stripe, customerId);
  return { ...(await storedFacts(billing.pg, userId)), charges };
}

/** Ends all they have, and with it the charges; what remains is an account without a name. */
export const onUserDeleted = (billing: Billing) =>
  on(userDeleted, async ({ data: { id, version, email } }, tx) => {
    const address = email || (await lockAccount(tx, id))?.email;
    const formerAddress = address ? billing.hashAddress(address) : undefined;
    await endSubscriptions(tx, billing, id, await activeOf(tx, id));
    await forgetUser(tx, { id, version, formerAddress }, billing.clock());
    await closeAccountJob.enqueue(tx, { accountId: id });
  });

/** Lets the provider know that a user is gone: nothing is charged again, and their cards and name are forgotten. */
export async function closeAccount(billing: Billing, accountId: string): Promise<void> {
  const account = await findAccount(billing.pg, accountId);
  if (account?.status !== 'deleted') return;
  await closeCheckouts(billing, await pendingOrders(billing.pg, accountId));
  if (account.stripeCustomerId !== null) await closeCustomer(billing.stripe, account.stripeCustomerId);
}
