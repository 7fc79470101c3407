import type { Tx } from '@closingwire/chassis/pg';
import { audit, type ChangedBy, type Client, sidesOf } from '../audit.ts';
import type { Mails } from '../mails/mails.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { useUpTokens } from '../tokens/store.ts';
import { patchUser } from '../users/store.ts';
import type { User } from '../users/user.ts';

type Change = {
  passwordHash: string;
  now: Date;
  client: Client;
  by?: ChangedBy;
  /** The session that made the change and goes on; all others end. */
  keptSession?: string | undefined;
};

/** Writes the password, ends the other sessions, voids every mailed link and code, and mails the owner. */
export async function changePassword(
  tx: Tx,
  mails: Mails,
  user: User,
  { passwordHash, now, client, by, keptSession }: Change,
): Promise<void> {
  await patchUser(tx, user.id, {
    passwordHash,
    newEmail: null,
    emailChangeProven: null,
    confirmationSentAt: null,
    recoverySentAt: null,
    emailChangeSentAt: null,
    reauthenticationSentAt: null,
  });
  await useUpTokens(tx, user.id, now);
  await endSessionsOf(tx, user.id, now, { but: keptSession });
  await audit(tx, client, { action: 'password-changed', ...sidesOf(user.id, by) });
  await mails.accountChanged(tx, user, 'password-changed', { client, by });
}
