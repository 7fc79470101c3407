import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/events/user-events';
import type { Change } from './change.ts';
import { saveAccount } from './store.ts';
import type { ActiveAccount } from './user.ts';
import { toUserState } from './view.ts';

const events = { updated: userUpdated, suspended: userSuspended, reinstated: userReinstated };

/** Saves a changed account and tells the other services. */
export async function saveChange(tx: Tx, { account, event }: Change): Promise<ActiveAccount> {
  await saveAccount(tx, account);
  await publish(tx, events[event], toUserState(account));
  return account;
}
