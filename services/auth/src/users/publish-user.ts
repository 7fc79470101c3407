import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userRegistered, userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/auth';
import { providersOf, saveIdentity } from './identities.ts';
import { mergeMetadata, providerMetadata } from './metadata.ts';
import { findUser, patchUser, raiseVersion, type UserPatch } from './store.ts';
import { isActivated, type User } from './user.ts';
import { toUserState } from './view.ts';

const events = {
  registered: userRegistered,
  updated: userUpdated,
  suspended: userSuspended,
  reinstated: userReinstated,
};
export type UserEvent = keyof typeof events;

/**
 * Publishes the state of a confirmed user, and returns the user. The other services know nobody else: users without
 * a confirmed address are not published. Throws when there is no such user.
 */
export async function publishUser(tx: Tx, id: string, event: UserEvent = 'updated'): Promise<User> {
  const user = await raiseVersion(tx, id);
  if (!user) throw new Error(`Expected the user ${id}, found none`);
  if (isActivated(user) && user.email !== '') await publish(tx, events[event], toUserState(user));
  return user;
}

/** A change to a user, and the event that publishes it. */
export type Change = { fields: UserPatch; event: UserEvent };

/** Writes the fields and publishes the user with them. */
export async function saveChange(tx: Tx, id: string, { fields, event }: Change): Promise<User> {
  await patchUser(tx, id, fields);
  return publishUser(tx, id, event);
}

/** Brings the list of providers in line with the identities. */
export async function refreshProviders(tx: Tx, id: string): Promise<void> {
  const user = await findUser(tx, id);
  if (!user) return;
  const providers = providerMetadata(await providersOf(tx, id));
  await patchUser(tx, id, { appMetadata: mergeMetadata(user.appMetadata, providers) });
}

/** Takes an address as a way to sign in, proven or not. */
export async function saveEmailIdentity(
  tx: Tx,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  isVerified = true,
): Promise<void> {
  await saveIdentity(tx, { userId, email, isVerified, data: {} });
  await refreshProviders(tx, userId);
}
