import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userRegistered, userUpdated } from '@closingwire/contracts/events/user-events';
import { providersOf } from '../users/identities.ts';
import { mergeMetadata, providerMetadata } from '../users/metadata.ts';
import { findAccount } from '../users/store.ts';
import { isActivated } from '../users/user.ts';
import { toUserState } from '../users/view.ts';
import { findWireUser, patchUser, raiseVersion } from '../users/wire-users.ts';

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
