import { registry } from '@closingwire/chassis/telemetry';
import { Counter } from 'prom-client';
import { lockAccount, lockInPass } from '../accounts/lock.ts';
import * as passes from '../accounts/passes.ts';
import { liveSubscriptions, type PaymentReading } from '../accounts/payment-standing.ts';
import { type Account, billableZipCodes, type LockedAccount } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import { type Billing, firstId } from '../billing.ts';
import { settleAccountJob, updateCustomerJob } from '../jobs.ts';
import { storedMode } from '../replicas.ts';
import { isCardDeclined, isRefused, isStoredFault, isUnknown } from '../stripe/access.ts';
import { applyReading, recordDecline } from '../stripe/apply-reading.ts';
import { closeCustomer, detailsOf, useCardSetups } from '../stripe/customer.ts';
import { readPayment } from '../stripe/reading.ts';
import { carryOut, type InPass } from './carry-out.ts';
import { type Charging, correct, endCredited, start } from './charge.ts';
import { closeCheckout, findCheckouts, settlePaid, takeCard } from './checkouts.ts';
import { dropOrder, refusals } from './end-order.ts';
import { type Correction, correctionOf, decideCharge } from './rules.ts';
import { pendingOrders } from './store.ts';

const secondSubscriptions = new Counter({
  name: 'second_subscriptions_total',
  help: 'Live subscriptions beside the one of an account, which were ended and credited',
  registers: [registry],
});

/** The most rounds of one run, each with a new reading. After them, an unfinished pass enqueues another run. */
const mostRounds = 12;
const mostRefusals = 3;

/**
 * Runs a pass: makes the provider, the orders and the account agree. Only this job charges an account, and its runs
 * for one account never overlap. Every step reads before it acts and decides under the account's lock. So a repeated
 * or killed pass charges nothing twice.
 */
export async function settleAccount(billing: Billing, accountId: string): Promise<void> {
  const { pg, clock, passNews } = billing;
  const pass = await pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, accountId);
    const mode = account?.paymentMode ?? (await storedMode(tx));
    return account && passes.beginPass(tx, account, mode, clock());
  });
  if (!pass) return;
  try {
    await settle(billing, accountId, pass);
    await passes.endPass(pg, accountId, pass);
  } catch (error) {
    if (isStoredFault(error)) await passes.raiseChargeRound(pg, accountId);
    await passes.failPass(pg, accountId, pass, error);
    throw error;
  } finally {
    passNews.emit(accountId);
  }
}

async function settle(billing: Billing, accountId: string, pass: passes.Pass): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const account = await findAccount(billing.pg, accountId);
    if (!account || account.isOfOtherMode || !passes.isInMode(account, pass)) return;
    if (account.status === 'deleted') return closeAccount(billing, account);
    if (await isSettledIn(billing, account, pass).catch(error => readAnew(error, round))) return;
  }
  await billing.pg.transaction(tx => settleAccountJob.enqueue(tx, { accountId }));
}

/**
 * Returns false for a refusal: the round was decided from an outdated reading, so read again. Throws repeated
 * refusals, which are our fault.
 */
function readAnew(error: unknown, round: number): false {
  if ((isRefused(error) || isUnknown(error)) && round < mostRefusals) return false;
  throw error;
}

/** Runs one round. Returns false if something changed at the provider, so that the next round must read it again. */
async function isSettledIn(billing: Billing, account: Account, pass: passes.Pass): Promise<boolean> {
  await useCardSetups(billing, account, pass.mode);
  const reading = await settleCheckouts(billing, account, pass);
  if (!reading) return false;
  const pending = await pendingOrders(billing.pg, account.id);
  for (const order of pending.filter(({ state }) => state === 'open')) {
    const progress = await carryOut(billing, order, { pass, reading });
    billing.passNews.emit(account.id);
    if (progress === 'look again') return false;
  }
  return isMatched(billing, account.id, { pass, reading });
}

/**
 * Handles paid and expired checkout pages, and applies the reading to the account. If the account has a card or
 * subscription, closes open pages: they would start a second one. Returns undefined if the user paid a page in the
 * same moment.
 */
async function settleCheckouts(
  billing: Billing,
  account: Account,
  pass: passes.Pass,
): Promise<PaymentReading | undefined> {
  const { mode } = pass;
  const pending = await pendingOrders(billing.pg, account.id);
  const onPages = pending.filter(({ state }) => state === 'checkout');
  const found = await findCheckouts(billing, mode, onPages);
  for (const { order, session } of found) {
    if (session?.status === 'complete' && session.mode === 'setup') {
      await takeCard(billing, mode, { order, session });
    }
  }
  const reading = await readPayment(billing.stripe, mode, account.stripeCustomerId);
  if (account.stripeCustomerId !== null) await apply(billing, account.id, { reading, pass });
  let isPaying = (await findAccount(billing.pg, account.id))?.hasActivePayment === true;
  for (const { order, session } of found) {
    if (session?.status === 'complete' && session.mode === 'subscription') {
      await settlePaid(billing, { order, session }, { account, reading });
      isPaying = true;
    }
  }
  for (const { order, session } of found) {
    if (session === undefined || session.status === 'expired') {
      await dropOrder(billing, order, refusals.checkoutExpired);
    }
    if (session?.status === 'open' && isPaying && !(await closeCheckout(billing, mode, order)))
      return undefined;
  }
  return reading;
}

function isStale({ customer }: PaymentReading, account: LockedAccount): boolean {
  const { email, name } = detailsOf(account);
  const isDeleted = account.status === 'deleted';
  return customer !== null && !isDeleted && (customer.email !== email || customer.name !== name);
}

function apply(billing: Billing, accountId: string, { reading, pass }: InPass): Promise<void> {
  return billing.pg.transaction(async tx => {
    const account = await lockInPass(tx, accountId);
    if (!account) return;
    await applyReading(tx, billing, account, reading, pass);
    if (isStale(reading, account)) await updateCustomerJob.enqueue(tx, { accountId });
  });
}

type Match =
  | { kind: 'none' }
  | { kind: 'start'; account: Account; quantity: number; trialEnd: Date | null }
  | { kind: 'correct'; account: Account; correction: Exclude<Correction, { kind: 'none' }> };

/** Decides the change that makes the provider charge for exactly the account's ZIPs. */
function decideMatch(billing: Billing, accountId: string, { reading, pass }: InPass): Promise<Match> {
  return billing.pg.transaction<Match>(async tx => {
    const now = billing.clock();
    const account = await lockInPass(tx, accountId);
    if (!account || account.status === 'deleted' || !passes.isInMode(account, pass)) return { kind: 'none' };
    const { kept } = liveSubscriptions(reading, account.stripeSubscriptionId);
    if (kept?.line) {
      const correction = correctionOf({ ...kept, ...kept.line }, account, billing.terms, now);
      return correction.kind === 'none' ? correction : { kind: 'correct', account, correction };
    }
    const { size: quantity } = billableZipCodes(account.zips);
    const charge = decideCharge(account, now);
    if (charge.kind !== 'subscribe' || quantity === 0) return { kind: 'none' };
    return { kind: 'start', account, quantity, trialEnd: charge.trialEnd };
  });
}

/**
 * Ensures one subscription for exactly the account's ZIPs: ends second ones, starts one on a card on file, or corrects
 * it. Returns false if it changed something.
 */
async function isMatched(billing: Billing, accountId: string, { reading, pass }: InPass): Promise<boolean> {
  if (reading.customer === null) return true;
  const match = await decideMatch(billing, accountId, { reading, pass });
  const account = await findAccount(billing.pg, accountId);
  if (!account || !passes.isInMode(account, pass)) return true;
  const charging: Charging = { account, mode: pass.mode, reading };
  const { kept, others } = liveSubscriptions(reading, account.stripeSubscriptionId);
  for (const { id } of others) {
    billing.log.error(
      { accountId, subscription: id, kept: kept?.id },
      'second subscription, ending and crediting it',
    );
    await endCredited(billing, pass.mode, id);
    secondSubscriptions.inc();
  }
  if (match.kind === 'start') {
    const { quantity, trialEnd } = match;
    return startOnCard(billing, charging, { quantity, trialEnd, orderId: null });
  }
  if (match.kind === 'correct' && kept) {
    await correct(billing, charging, { subscription: kept, correction: match.correction });
    return false;
  }
  return others.length === 0;
}

async function startOnCard(
  billing: Billing,
  charging: Charging,
  started: { quantity: number; trialEnd: Date | null; orderId: null },
): Promise<boolean> {
  try {
    await start(billing, charging, started);
    return false;
  } catch (error) {
    if (!isCardDeclined(error)) throw error;
    await recordDecline(billing, charging.account.id, charging.reading.methodId);
    return true;
  }
}

/** Ends all charges of a deleted user at the provider, in both modes, and clears their cards and name. */
async function closeAccount(billing: Billing, { id }: Account): Promise<void> {
  for (const { mode, customerId } of await passes.customersOf(billing.pg, id)) {
    if (billing.stripe.hasKeys(mode)) await closeCustomer(billing.stripe, mode, customerId);
    else
      billing.log.error({ accountId: id, mode }, 'account not closed at the provider: its keys are missing');
  }
  for (const order of await pendingOrders(billing.pg, id))
    await dropOrder(billing, order, refusals.accountClosed);
}

const limit = 100;

/** Enqueues passes for accounts whose webhook may be lost or whose process was killed. */
export async function sweepAccounts({ pg, clock }: Billing): Promise<void> {
  for (const accountId of await passes.accountsToSettle(pg, clock(), limit)) {
    await pg.transaction(tx => settleAccountJob.enqueue(tx, { accountId }));
  }
}

/** Moves each account with a customer to the stored payment mode, after an admin changed it. */
export async function followMode(billing: Billing): Promise<void> {
  const { pg } = billing;
  for (let last = firstId; ; ) {
    const ids = await passes.accountsOfOtherMode(pg, { after: last, limit });
    for (const id of ids) {
      await pg
        .transaction(tx => lockAccount(tx, billing, id))
        .catch(error =>
          billing.log.error(
            { err: error, accountId: id },
            'account not moved to the new payment mode, will retry',
          ),
        );
    }
    const next = ids.at(-1);
    if (next === undefined) return;
    last = next;
  }
}
