import { AppError } from '@closingwire/chassis/app-error';
import { implementer } from '@closingwire/chassis/http';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import { authApi } from '@closingwire/contracts/auth';
import { hashPassword } from '../credentials/passwords.ts';
import { changePassword } from '../flows/change-password.ts';
import { type RecoveryRequest, START_RECOVERY } from '../flows/start-recovery.ts';
import { lockBySecret } from '../tokens/store.ts';
import { tokenState } from '../tokens/token.ts';
import { lockUser } from '../users/store.ts';
import { isActivated, normalEmail } from '../users/user.ts';
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
  return {
    requestPasswordReset: os.requestPasswordReset.handler(async ({ input, context }) => {
      const email = normalEmail(input.email);
      await limits.recovery.count({ account: email, ip: context.request.ip }, context.responseHeaders);
      const { id, ip, userAgent } = context.request;
      const request: RecoveryRequest = { tokenId: newId(), email, client: { id, ip, userAgent } };
      await pg.transaction(tx => addJob(tx, START_RECOVERY, request));
      return { message: 'Check your email for password reset instructions' };
    }),

    updatePassword: os.updatePassword.handler(async ({ input, context }) => {
      const secret = secretOf(context.caller);
      const client = context.request;
      await limits.link.count({ account: '', ip: client.ip }, context.responseHeaders);
      refuseWeakPassword(input.password, passwordRules);
      const passwordHash = await hashPassword(input.password);
      const user = await pg.transaction(async tx => {
        const token = await lockBySecret(tx, secret, ['recovery']);
        const owner = token && (await lockUser(tx, token.userId));
        if (tokenState(token, clock()) !== 'valid' || !owner || !isActivated(owner)) throw badToken();
        await changePassword(tx, mails, owner, { passwordHash, now: clock(), client });
        return owner;
      });
      // Whoever holds the mailbox is the owner: strangers who used the tries up are no hindrance any more.
      await limits.strangeSignIn.forgive({ account: user.email, ip: client.ip });
      await limits.forgiveStrangeFactor({ account: user.id, ip: client.ip });
      return { message: 'Your password has been successfully updated.' };
    }),
  };
}
