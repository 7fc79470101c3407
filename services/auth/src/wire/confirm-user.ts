import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { audit, type Client } from '../audit.ts';
import { dropPendingTokens } from '../tokens/pending-tokens.ts';
import { saveIdentity } from '../users/identities.ts';
import { mergeMetadata, profileIn } from '../users/metadata.ts';
import type { WireUser } from '../users/wire-user.ts';
import { patchUser } from '../users/wire-users.ts';
import { announceNew, noteProviders } from './announce.ts';

const signedUpWith = z.object({
  passwordHash: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type SignedUpWith = z.input<typeof signedUpWith>;

/**
 * Takes the address as proven. What was signed up with takes effect only now, with the mail that belongs to it:
 * a password that somebody else planted before is dropped.
 */
export async function confirmUser(
  tx: Tx,
  user: WireUser,
  { payload, now, client }: { payload: unknown; now: Date; client: Client },
): Promise<void> {
  const { passwordHash, data } = signedUpWith.parse(payload);
  const email = user.email ?? '';
  const proof = { sub: user.id, email, email_verified: true, phone_verified: false };
  await patchUser(tx, user.id, {
    emailConfirmedAt: now,
    passwordHash: passwordHash ?? null,
    userMetadata: { ...mergeMetadata(user.userMetadata, data), ...proof },
    ...profileIn(data),
  });
  await saveIdentity(tx, { id: newId(), userId: user.id, email, isVerified: true, data: {} });
  await noteProviders(tx, user.id);
  await dropPendingTokens(tx, user.id);
  await audit(tx, client, { action: 'account-activated', actorId: user.id });
  await announceNew(tx, user.id);
}
