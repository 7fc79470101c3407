import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type UserState,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import { openAccount } from '../accounts/open-account.ts';
import type { Billing } from '../billing.ts';
import { keepPerson } from '../db/accounts.ts';

/** Whichever event of a person comes first opens her account. */
const keep = (billing: Billing) => async (message: { data: UserState }, tx: Tx) => {
  const { data: user } = message;
  await openAccount(tx, billing, { ...user, activatedAt: new Date(user.activatedAt) });
  await keepPerson(tx, user);
};

export const onUserChanged = (billing: Billing) =>
  [userRegistered, userUpdated, userSuspended, userReinstated].map(event => on(event, keep(billing)));
