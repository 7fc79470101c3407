import { AppError } from '@closingwire/chassis/app-error';
import { once } from '@closingwire/chassis/consume';
import type { UserCaller } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import { type UserState, userEvents } from '@closingwire/contracts/auth';
import type { AccountStanding } from '@closingwire/contracts/billing';
import { type Billing, firstId } from '../billing.ts';
import { settleAccountJob, updateCustomerJob } from '../jobs.ts';
import { lockAccount } from './lock.ts';
import { publishAccount } from './publish.ts';
import { type Account, addDays, standingOf } from './rules.ts';
import * as store from './store.ts';

type User = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'industry'> & { activatedAt: Date };

type Context = Pick<Billing, 'terms' | 'hashAddress'>;

/**
 * Opens the account of a user with its one trial, counted from their activation. A user who left and returns continues
 * their former trial. Running it again changes nothing.
 */
export async function openAccount(tx: Tx, { terms, hashAddress }: Context, user: User): Promise<void> {
  const { activatedAt, ...known } = user;
  const former = await store.findFormerTrial(tx, hashAddress(user.email));
  const fresh = {
    trialDays: terms.trialDays,
    trialStartedAt: activatedAt,
    trialExpiresAt: addDays(activatedAt, terms.trialDays),
  };
  const isNew = await store.insertAccount(tx, { ...known, ...(former ?? fresh) }, terms);
  if (isNew) await publishAccount(tx, user.id, terms, ['trial-started', 'standing-changed']);
}

/** Returns the caller's account. Opens it from their token if the event of their registration has not arrived. */
export async function accountOf(billing: Billing, caller: UserCaller): Promise<Account> {
  const { pg } = billing;
  const known = await store.findAccount(pg, caller.id);
  if (!known) await pg.transaction(tx => openAccount(tx, billing, caller));
  const account = known ?? (await store.findAccount(pg, caller.id));
  if (account?.status === 'active') return account.isOfOtherMode ? inStoredMode(billing, account) : account;
  throw new AppError('denied', 'account_closed', 'This account is not active');
}

/** Right after a change of the payment mode an account may still be in the other one; locking it moves it. */
async function inStoredMode(billing: Billing, account: Account): Promise<Account> {
  return (await billing.pg.transaction(tx => lockAccount(tx, billing, account.id))) ?? account;
}

export type TrialCredit = { accountId: string; creditId: string; trialDays: number };

/** Makes the trial end `trialDays` from now. Repeating a credit changes nothing. */
export function creditTrial(billing: Billing, credit: TrialCredit): Promise<AccountStanding> {
  const now = billing.clock();
  return billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, credit.accountId);
    if (!account) throw new AppError('missing', 'account_unknown', 'This user has no account yet');
    const { zips } = account;
    if (!(await store.isNewCredit(tx, credit, now))) return standingOf(account, zips, billing.terms, now);
    const trialExpiresAt = addDays(now, credit.trialDays);
    await store.setTrial(tx, account.id, credit.trialDays, trialExpiresAt);
    await publishAccount(tx, account.id, billing.terms, ['standing-changed']);
    await settleAccountJob.enqueue(tx, { accountId: account.id });
    const credited = { ...account, trialDays: credit.trialDays, trialExpiresAt, releaseAt: null };
    return standingOf(credited, zips, billing.terms, now);
  });
}

const visitMs = 60 * 60_000;

/** A user who returns from the billing portal may have added a card: reads the provider without waiting for its event. */
export async function readAfterPortal({ pg, clock }: Billing, account: Account): Promise<void> {
  const { stripeCustomerId: customer, portalOpenedAt, paymentState } = account;
  const isSettled = paymentState === 'active' || paymentState === 'trialing';
  if (customer === null || portalOpenedAt === null || isSettled) return;
  if (clock().getTime() - portalOpenedAt.getTime() > visitMs) return;
  await pg.transaction(tx => settleAccountJob.enqueue(tx, { accountId: account.id }));
}

/** The first event of a user opens their account. Later ones update it, and the provider's copy of the user. */
const upsertAccount = (billing: Billing) => async (message: { data: UserState }, tx: Tx) => {
  const { data: user } = message;
  await openAccount(tx, billing, { ...user, activatedAt: new Date(user.activatedAt) });
  const account = await lockAccount(tx, billing, user.id);
  const isCustomer = account?.paymentMode !== null;
  if (account && (await store.upsertUser(tx, account, user)) && isCustomer) {
    await updateCustomerJob.enqueue(tx, { accountId: user.id });
  }
};

export const onUserChanged = (billing: Billing) =>
  userEvents.map(event => once(event, upsertAccount(billing)));

const limit = 100;

/**
 * Runs after a change of the configured price. Publishes new amounts for mails; running subscriptions change from
 * their next period. Each account has its own transaction; the next run retries a failed one.
 */
export async function publishPrice(billing: Billing): Promise<void> {
  const { pg, terms, log } = billing;
  let ids = [firstId];
  for (;;) {
    ids = await store.accountsAtAnotherPrice(pg, terms, { after: ids.at(-1) ?? firstId, limit });
    if (ids.length === 0) return;
    for (const id of ids) {
      await publishOne(billing, id).catch(error =>
        log.warn({ err: error, accountId: id }, 'changed price not published, will retry'),
      );
    }
  }
}

function publishOne({ pg, terms }: Billing, id: string): Promise<void> {
  return pg.transaction(async tx => {
    if (!(await store.storePublishedPrice(tx, id, terms))) return;
    await publishAccount(tx, id, terms, ['standing-changed']);
    await settleAccountJob.enqueue(tx, { accountId: id });
  });
}
