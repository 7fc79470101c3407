import { on } from '@closingwire/chassis/consume';
import { standingChanged, trialExpired, trialExpiring, trialStarted } from '@closingwire/contracts/billing';
import { keepAccountCopy } from './account-copies.ts';

/** Four events have the same content: billing's newest state of an account. */
export const onAccountState = [trialStarted, trialExpiring, trialExpired, standingChanged].map(event =>
  on(event, ({ data }, tx) => keepAccountCopy(tx, data)),
);
