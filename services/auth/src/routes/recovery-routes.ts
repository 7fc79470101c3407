import { AppError } from '@closingwire/chassis/app-error';
import { implementer } from '@closingwire/chassis/http';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { lockAccount, saveAccount } from '../db/accounts.ts';
import { audit } from '../db/audit.ts';
import { useUpTokens } from '../db/one-time-tokens.ts';
import { dropPendingTokens } from '../db/pending-tokens.ts';
import { lockSession } from '../db/sessions.ts';
import { type Account, normalEmail } from '../domain/account.ts';
import { tokenState } from '../domain/one-time-token.ts';
import type { MethodName, Session } from '../domain/session.ts';
import { endSessionsOf } from '../end-sessions.ts';
import { lockBySecret } from '../one-time-tokens.ts';
import { hashPassword } from '../passwords.ts';
import { type RecoveryRequest, START_RECOVERY } from '../workers/start-recovery.ts';
import type { Dependencies } from './dependencies.ts';

const os = implementer(authApi);

const badToken = () =>
  new AppError(
    'invalid',
    'otp_expired',
    'Invalid or missing reset token. Please request a new password reset.',
  );

const LINK_LIFE_MS = 60 * 60_000;

const byMail = new Set<MethodName>(['otp', 'recovery']);

/** Whether a mailed link or code of the wire protocol began the session, no longer ago than our own links live. */
function isFromMail(session: Session | undefined, now: Date): boolean {
  const [newest] = session?.amr ?? [];
  if (!newest || !byMail.has(newest.method)) return false;
  return now.getTime() - newest.timestamp * 1000 < LINK_LIFE_MS;
}

/** Choosing a new password by a mailed link. */
export function recoveryRoutes({ pg, clock, limits }: Dependencies) {
  /** The account of a mailed token, or of a session that a mailed link of the wire protocol began. */
  async function lockOwner(tx: Tx, caller: Caller): Promise<Account | undefined> {
    if (caller.kind === 'user') {
      const isRecovering = isFromMail(await lockSession(tx, caller.sessionId), clock());
      return isRecovering ? lockAccount(tx, caller.id) : undefined;
    }
    const token = caller.kind === 'key' ? await lockBySecret(tx, caller.token) : undefined;
    if (token?.purpose !== 'recovery' || tokenState(token, clock()) !== 'valid') return undefined;
    const account = await lockAccount(tx, token.userId);
    return account?.email === token.relatesTo ? account : undefined;
  }

  async function redeem(tx: Tx, caller: Caller, passwordHash: string) {
    const account = await lockOwner(tx, caller);
    if (!account) throw badToken();
    await saveAccount(tx, { ...account, passwordHash });
    await useUpTokens(tx, account.id, ['recovery', 'magiclink', 'reauthentication'], clock());
    await dropPendingTokens(tx, account.id);
    await endSessionsOf(tx, account.id, clock());
    return account.id;
  }

  return {
    requestPasswordReset: os.requestPasswordReset.handler(async ({ input, context }) => {
      const email = normalEmail(input.email);
      await limits.recovery.count({ email, ip: context.request.ip }, context.responseHeaders);
      const { id, ip, userAgent } = context.request;
      const request: RecoveryRequest = { tokenId: newId(), email, client: { id, ip, userAgent } };
      await pg.transaction(tx => addJob(tx, START_RECOVERY, request));
      return { message: 'Check your email for password reset instructions' };
    }),

    updatePassword: os.updatePassword.handler(async ({ input, context }) => {
      const { ip } = context.request;
      await limits.recovery.count({ email: `link ${ip}`, ip }, context.responseHeaders);
      const passwordHash = await hashPassword(input.password);
      await pg.transaction(async tx => {
        const actorId = await redeem(tx, context.caller, passwordHash);
        await audit(tx, context.request, { action: 'password-changed', actorId });
      });
      return { message: 'Your password has been successfully updated.' };
    }),
  };
}
