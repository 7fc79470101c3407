import { newId } from '@closingwire/chassis/ids';
import { defineJob } from '@closingwire/chassis/jobs';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { z } from 'zod';
import { audit, type ChangedBy, sidesOf } from '../audit-log/store.ts';
import type { Mails } from '../mails/mails.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { deleteFlowStatesOf } from '../tokens/flow-states.ts';
import { hasEnoughTokens, type Issued, issueTokenOnce, useUpTokens, type Wanted } from '../tokens/store.ts';
import { lifeMs } from '../tokens/token.ts';
import { type LockedUser, lockUserByEmail, patchUser } from '../users/store.ts';
import { isActivated } from '../users/user.ts';

type AccessWanted = Pick<Wanted, 'lifeMs' | 'code' | 'flowStateId'> & {
  id?: string;
  purpose: 'recovery' | 'magiclink';
};

/**
 * Inserts a token that opens the account. Returns undefined if the job ran before, or if five links still work: the
 * owner then finds one in the mailbox, however often a stranger asks.
 */
export async function issueAccess(
  tx: Tx,
  user: LockedUser,
  { id = newId(), ...wanted }: AccessWanted,
  now: Date,
): Promise<Issued | undefined> {
  const token = { userId: user.id, address: user.email, ...wanted };
  if (await hasEnoughTokens(tx, token, now)) return undefined;
  return issueTokenOnce(tx, id, token, now);
}

const recoveryRequest = z.object({
  /** Chosen before the job is enqueued, so that a repeated job inserts one token. */
  tokenId: z.uuid(),
  email: z.string(),
  client: z.object({ id: z.string(), ip: z.string(), userAgent: z.string() }),
});
type RecoveryRequest = z.output<typeof recoveryRequest>;

export const startRecoveryJob = defineJob('start-recovery', recoveryRequest);

type Needs = { pg: Pg; clock: Clock; mails: Mails };

/** Mails a link to choose a new password. Runs as a job: the time of the reply must not show if there is an account. */
export function startRecovery({ pg, clock, mails }: Needs) {
  return async ({ tokenId, email, client }: RecoveryRequest): Promise<void> => {
    await pg.transaction(async tx => {
      const user = await lockUserByEmail(tx, email);
      if (!user || !isActivated(user)) return;
      const wanted = { id: tokenId, purpose: 'recovery', lifeMs: lifeMs.recovery } as const;
      const issued = await issueAccess(tx, user, wanted, clock());
      if (!issued) return;
      await audit(tx, client, { action: 'password-reset-requested', targetId: user.id });
      await mails.resetPassword(tx, user, issued.secret);
    });
  };
}

type Change = {
  passwordHash: string;
  now: Date;
  client: RequestOrigin;
  by?: ChangedBy;
  /** The session that made the change; all others end. */
  exceptSession?: string | undefined;
};

/** Stores the password, ends the other sessions, voids mailed links, codes and unfinished sign-ins, and mails the owner. */
export async function changePassword(
  tx: Tx,
  mails: Mails,
  user: LockedUser,
  { passwordHash, now, client, by, exceptSession }: Change,
): Promise<void> {
  await patchUser(tx, user, {
    passwordHash,
    newEmail: null,
    emailChangeProven: null,
    confirmationSentAt: null,
    recoverySentAt: null,
    emailChangeSentAt: null,
    reauthenticationSentAt: null,
  });
  await useUpTokens(tx, user.id, now);
  await deleteFlowStatesOf(tx, user.id);
  await endSessionsOf(tx, user.id, now, { but: exceptSession });
  await audit(tx, client, { action: 'password-changed', ...sidesOf(user.id, by) });
  await mails.accountChanged(tx, user, 'password-changed', { client, by });
}
