import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { type UserState, userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/auth';
import { optInAgain } from '../db/opt-outs.ts';
import { keepUser } from '../db/users.ts';
import { claimReadyLists } from './claim-ready-lists.ts';

/** Takes over what the settings say: turned on again there, an earlier click on 'unsubscribe' is over. */
export async function takeOver(tx: Tx, user: UserState): Promise<void> {
  const before = await keepUser(tx, user);
  if (before && !before.emailNotifications && user.emailNotifications) await optInAgain(tx, user.id);
  await claimReadyLists(tx, { userId: user.id });
}

export const onUserUpdated = on(userUpdated, ({ data }, tx) => takeOver(tx, data));
export const onUserSuspended = on(userSuspended, ({ data }, tx) => takeOver(tx, data));
export const onUserReinstated = on(userReinstated, ({ data }, tx) => takeOver(tx, data));
