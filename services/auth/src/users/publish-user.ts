import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { userRegistered, userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/auth';
import { type Change, mergeMetadata, providerMetadata } from './rules.ts';
import { type LockedUser, lockUser, patchUser, raiseVersion } from './store.ts';
import { isActivated, toUserState } from './user.ts';

/** Upserts the user's identity for the email provider. */
export async function saveIdentity(
  tx: Tx,
  identity: { userId: string; email: string; isVerified: boolean; data: object },
): Promise<void> {
  const proof = { email: identity.email, email_verified: identity.isVerified };
  const fresh = { ...identity.data, sub: identity.userId, ...proof, phone_verified: false };
  await tx.execute(
    sql`insert into identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at)
     values (${newId()}, ${identity.userId}::uuid, 'email', ${identity.userId}::uuid::text, ${fresh}, now())
     on conflict (provider, provider_id) do update
       set identity_data = identities.identity_data || ${proof}::jsonb, updated_at = now()`,
  );
}

/** Returns the providers of the user's identities, the oldest first. */
async function providersOf(pg: Queries, userId: string): Promise<string[]> {
  const rows = await pg.query<{ provider: string }>(
    sql`select provider from identities where user_id = ${userId} group by provider order by min(created_at)`,
  );
  return rows.map(({ provider }) => provider);
}

const events = {
  registered: userRegistered,
  updated: userUpdated,
  suspended: userSuspended,
  reinstated: userReinstated,
} satisfies Record<Change['event'], unknown>;

/**
 * Raises the version, publishes the user's state and returns the user. A user without a confirmed address is not
 * published.
 */
export async function publishUser(
  tx: Tx,
  held: LockedUser,
  event: Change['event'] = 'updated',
): Promise<LockedUser> {
  const user = await raiseVersion(tx, held);
  if (isActivated(user) && user.email !== '') await publish(tx, events[event], toUserState(user));
  return user;
}

export async function saveChange(tx: Tx, user: LockedUser, { fields, event }: Change): Promise<LockedUser> {
  await patchUser(tx, user, fields);
  return publishUser(tx, user, event);
}

/** Upserts the identity of the user's email address, and the list of providers in the metadata. */
export async function saveEmailIdentity(
  tx: Tx,
  { id: userId, email }: LockedUser,
  isVerified = true,
): Promise<void> {
  await saveIdentity(tx, { userId, email, isVerified, data: {} });
  // Reads the user again: the caller may have changed the metadata.
  const user = await lockUser(tx, userId);
  if (!user) return;
  const providers = providerMetadata(await providersOf(tx, userId));
  await patchUser(tx, user, { appMetadata: mergeMetadata(user.appMetadata, providers) });
}
