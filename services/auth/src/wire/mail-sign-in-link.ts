import type { Tx } from '@closingwire/chassis/pg';
import type { WireUser } from '../users/wire-user.ts';
import { patchUser } from '../users/wire-users.ts';
import { beginFlow, mailToken, refuseHaste } from './mailed-token.ts';
import type { PkceGiven } from './read-input.ts';
import type { Wire } from './wire.ts';

type Link = { type: 'recovery' | 'magiclink'; pkce: PkceGiven | undefined; redirectTo: string };

/** Mails a link that signs in. Both kinds share one token, so that the newest mail alone works. */
export async function mailSignInLink(
  wire: Wire,
  tx: Tx,
  user: WireUser,
  { type, pkce, redirectTo }: Link,
): Promise<void> {
  refuseHaste(wire, user.recoverySentAt);
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type });
  const to = user.email ?? '';
  await mailToken(wire, tx, { userId: user.id, slot: 'recovery', to, flowId, type, redirectTo });
  await patchUser(tx, user.id, { recoverySentAt: wire.clock() });
}
