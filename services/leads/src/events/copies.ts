import { on, type Subscription } from '@closingwire/chassis/consume';
import {
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import {
  standingChanged,
  subscriptionCancelled,
  subscriptionCreated,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { zipChanged } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import { saveAccount } from '../db/accounts.ts';
import { saveSetting } from '../db/settings.ts';
import { saveSubscription } from '../db/subscriptions.ts';
import { forgetUser, saveUser } from '../db/users.ts';
import { saveZip } from '../db/zips.ts';

/** Keeps our copies of what other services own: event → what is kept. The highest version stays. */
export const copies: Subscription[] = [
  ...[trialStarted, trialExpiring, trialExpired, standingChanged].map(event =>
    on(event, (message, tx) => saveAccount(tx, message.data)),
  ),
  ...[subscriptionCreated, subscriptionCancelled].map(event =>
    on(event, (message, tx) => saveSubscription(tx, message.data)),
  ),
  ...[userRegistered, userUpdated, userSuspended, userReinstated].map(event =>
    on(event, (message, tx) => saveUser(tx, message.data)),
  ),
  on(userDeleted, (message, tx) => forgetUser(tx, message.data)),
  on(settingChanged, (message, tx) => saveSetting(tx, message.data)),
  on(zipChanged, (message, tx) => saveZip(tx, message.data)),
];
