import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/billing';
import { ownZips } from './own-zips.ts';
import { type Price, stateOf } from './rules.ts';
import { raiseVersion } from './store.ts';

const topics = {
  'trial-started': events.trialStarted,
  'trial-expired': events.trialExpired,
  'standing-changed': events.standingChanged,
  'payment-failed': events.paymentFailed,
  'payment-recovered': events.paymentRecovered,
  'payment-given-up': events.paymentGivenUp,
};
export type AccountNews = keyof typeof topics;

/** Raises the account's version and returns its state for an event. */
export async function newAccountState(tx: Tx, accountId: string, price: Price): Promise<events.AccountState> {
  const account = await raiseVersion(tx, accountId);
  return stateOf(account, await ownZips(tx, accountId), price);
}

/** Publishes events of an account under one new version. Each has the account's whole state. */
export async function publishAccount(
  tx: Tx,
  accountId: string,
  price: Price,
  news: readonly AccountNews[],
): Promise<void> {
  const state = await newAccountState(tx, accountId, price);
  for (const name of news) await publish(tx, topics[name], state);
}
