import type { Tx } from '@closingwire/chassis/pg';
import { audit, type Client } from '../audit.ts';
import { issueAccess } from '../flows/start-recovery.ts';
import { patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { beginFlow, mailToken, tokenSettings } from './mailed-token.ts';
import type { PkceGiven } from './read-input.ts';
import type { Wire } from './wire.ts';

type Link = {
  tokenId: string;
  type: 'recovery' | 'magiclink';
  pkce?: PkceGiven | undefined;
  redirectTo: string;
  client: Client;
};

const requests = { recovery: 'password-reset-requested', magiclink: 'sign-in-link-requested' } as const;

/** Mails a link that signs in, to choose a new password or for nothing else. */
export async function mailSignInLink(
  wire: Wire,
  tx: Tx,
  user: User,
  { tokenId, type, pkce, redirectTo, client }: Link,
): Promise<void> {
  const now = wire.clock();
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type });
  const wanted = { id: tokenId, ...tokenSettings(wire), purpose: type, flowStateId: flowId };
  const issued = await issueAccess(tx, user, wanted, now);
  if (!issued) return;
  await audit(tx, client, { action: requests[type], targetId: user.id });
  await mailToken(wire, tx, user.email, { issued, type, redirectTo, flowId });
  await patchUser(tx, user.id, { recoverySentAt: now });
}
