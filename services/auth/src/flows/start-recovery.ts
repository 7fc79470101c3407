import type { Task } from '@closingwire/chassis/jobs';
import { z } from 'zod';
import { audit } from '../audit.ts';
import type { Dependencies } from '../http/dependencies.ts';
import { issueTokenOnce } from '../tokens/issue.ts';
import { findAccountByEmail } from '../users/store.ts';
import { isActivated } from '../users/user.ts';

export const START_RECOVERY = 'start-recovery';

const recoveryRequest = z.object({
  /** Of the token to make; a job that runs again finds it made. */
  tokenId: z.uuid(),
  email: z.string(),
  client: z.object({ id: z.string(), ip: z.string(), userAgent: z.string() }),
});
export type RecoveryRequest = z.output<typeof recoveryRequest>;

type Needs = Pick<Dependencies, 'pg' | 'clock' | 'mails'>;

/**
 * Mails a link to choose a new password, if the address has an account. A job, so that the time of the reply
 * does not tell whether it has.
 */
export function startRecovery({ pg, clock, mails }: Needs): Task {
  return async payload => {
    const { tokenId, email, client } = recoveryRequest.parse(payload);
    await pg.transaction(async tx => {
      const account = await findAccountByEmail(tx, email);
      if (!account || !isActivated(account)) return;
      const wanted = { userId: account.id, purpose: 'recovery', relatesTo: email, payload: {} } as const;
      const secret = await issueTokenOnce(tx, tokenId, wanted, clock());
      if (!secret) return;
      await mails.resetPassword(tx, account, secret);
      await audit(tx, client, { action: 'password-reset-requested', targetId: account.id });
    });
  };
}
