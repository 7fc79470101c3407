import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userRegistered, userUpdated } from '@closingwire/contracts/events/user-events';
import { findAccount } from '../db/accounts.ts';
import { providersOf } from '../db/identities.ts';
import { findWireUser, patchUser, raiseVersion } from '../db/wire-users.ts';
import { isActivated } from '../domain/account.ts';
import { toUserState } from '../domain/account-view.ts';
import { mergeMetadata, providerMetadata } from '../domain/metadata.ts';

/** Tells the other services of a change to a confirmed person; they know nobody else. */
export async function announce(tx: Tx, id: string, event = userUpdated): Promise<void> {
  await raiseVersion(tx, id);
  const account = await findAccount(tx, id);
  if (account && isActivated(account) && account.email !== '') await publish(tx, event, toUserState(account));
}

export const announceNew = (tx: Tx, id: string) => announce(tx, id, userRegistered);

/** Brings the list of providers in line with the identities. */
export async function noteProviders(tx: Tx, id: string): Promise<void> {
  const user = await findWireUser(tx, id);
  if (!user) return;
  const providers = providerMetadata(await providersOf(tx, id));
  await patchUser(tx, id, { appMetadata: mergeMetadata(user.appMetadata, providers) });
}
