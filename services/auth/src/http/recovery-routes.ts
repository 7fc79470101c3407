import { AppError } from '@closingwire/chassis/app-error';
import { implementer } from '@closingwire/chassis/http';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { audit } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { type RecoveryRequest, START_RECOVERY } from '../flows/start-recovery.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { lockBySecret } from '../tokens/issue.ts';
import { dropPendingTokens } from '../tokens/pending-tokens.ts';
import { useUpTokens } from '../tokens/store.ts';
import { tokenState } from '../tokens/token.ts';
import { lockAccount, saveAccount } from '../users/store.ts';
import { normalEmail } from '../users/user.ts';
import type { Dependencies } from './dependencies.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const os = implementer(authApi);

const badToken = () =>
  new AppError(
    'invalid',
    'otp_expired',
    'Invalid or missing reset token. Please request a new password reset.',
  );

function secretOf(caller: Caller): string {
  if (caller.kind !== 'key') throw badToken();
  return caller.token;
}

/** Choosing a new password by a mailed link. */
export function recoveryRoutes({ pg, clock, limits, mails, passwordRules }: Dependencies) {
  async function redeem(tx: Tx, secret: string, passwordHash: string) {
    const token = await lockBySecret(tx, secret);
    const account = token && (await lockAccount(tx, token.userId));
    const isValid = token?.purpose === 'recovery' && tokenState(token, clock()) === 'valid';
    if (!isValid || !account || account.email !== token.relatesTo) throw badToken();
    await saveAccount(tx, { ...account, passwordHash, newEmail: null });
    await useUpTokens(tx, account.id, ['recovery', 'magiclink', 'reauthentication'], clock());
    await dropPendingTokens(tx, account.id);
    await endSessionsOf(tx, account.id, clock());
    return account;
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
      const secret = secretOf(context.caller);
      const { ip } = context.request;
      await limits.recovery.count({ email: `link ${ip}`, ip }, context.responseHeaders);
      refuseWeakPassword(input.password, passwordRules);
      const passwordHash = await hashPassword(input.password);
      await pg.transaction(async tx => {
        const account = await redeem(tx, secret, passwordHash);
        await audit(tx, context.request, { action: 'password-changed', actorId: account.id });
        await mails.accountChanged(tx, account, 'password-changed', context.request);
      });
      return { message: 'Your password has been successfully updated.' };
    }),
  };
}
