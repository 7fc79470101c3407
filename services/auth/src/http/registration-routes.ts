import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { termsVersion } from '@closingwire/contracts/terms';
import { audit } from '../audit-log/store.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { changePassword, startRecoveryJob } from '../flows/recovery.ts';
import {
  browserMark,
  dropWaitingPasswords,
  findOrAddUser,
  type Profile,
  type SignedUpWith,
  signUpPayload,
  storedMark,
} from '../flows/sign-up.ts';
import { issueToken, lockBySecret } from '../tokens/store.ts';
import { lifeMs, tokenState } from '../tokens/token.ts';
import { lockUser } from '../users/store.ts';
import { isActivated, normalEmail } from '../users/user.ts';
import { type Dependencies, os, refuseWeakPassword } from './context.ts';

type Form = Required<Pick<SignedUpWith, 'browser'>> & {
  profile: Profile;
  passwordHash: string;
  terms?: SignedUpWith['terms'];
};

/** Returns the acceptance to store; undefined if the form showed no terms, or others than the present ones. */
function acceptanceOf(version: string | undefined, { ip, userAgent }: RequestOrigin, now: Date) {
  return version === termsVersion ? { version, at: now.toISOString(), ip, userAgent } : undefined;
}

/**
 * Signs users up. Mails every address, with or without an account, up to a daily limit per mailbox. The reply is
 * always the same.
 */
export function registrationRoutes({ pg, clock, mails, limits, passwordRules, signUpCookie }: Dependencies) {
  async function register(
    tx: Tx,
    email: string,
    form: Form,
    client: RequestOrigin,
  ): Promise<string | undefined> {
    const now = clock();
    const user = await findOrAddUser(tx, { email, ...form, now });
    if (!user) return undefined;
    if (isActivated(user)) {
      await mails.alreadyRegistered(tx, user);
      return user.id;
    }
    if (!(await mails.hasRoom(tx, 'sign-up', { address: email }))) {
      await mails.countUnsent(tx, 'sign-up');
      await dropWaitingPasswords(tx, user);
      return user.id;
    }
    const payload = await signUpPayload(tx, user, form, { client, now });
    const wanted = { userId: user.id, purpose: 'confirmation', address: email } as const;
    const token = { ...wanted, payload, lifeMs: lifeMs.confirmation };
    const issued = await issueToken(tx, token, now);
    const to = { email, firstName: form.profile.firstName };
    await mails.confirmEmail(tx, to, issued.secret);
    return user.id;
  }

  return {
    signUp: os.signUp.handler(async ({ input, context }) => {
      const { email: given, password, termsVersion: shown, ...profile } = input;
      const email = normalEmail(given);
      await limits.signUp.count({ account: email, ip: context.request.ip }, context.responseHeaders);
      refuseWeakPassword(password, passwordRules);
      const passwordHash = await hashPassword(password);
      const mark = browserMark(signUpCookie.in(context.cookie));
      const terms = acceptanceOf(shown, context.request, clock());
      const form = { profile, passwordHash, browser: storedMark(mark), terms };
      await pg.transaction(async tx => {
        const id = await register(tx, email, form, context.request);
        await audit(tx, context.request, { action: 'sign-up', targetId: id });
      });
      // Sets the cookie for every address, so that the reply does not show whether an account exists.
      context.responseHeaders.append('set-cookie', signUpCookie.set(mark, lifeMs.confirmation / 1000));
      const message = 'Please check your email to confirm your account.';
      return { message, email, confirmationRequired: true };
    }),
  };
}

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

export function recoveryRoutes({ pg, clock, limits, mails, passwordRules }: Dependencies) {
  return {
    requestPasswordReset: os.requestPasswordReset.handler(async ({ input, context }) => {
      const email = normalEmail(input.email);
      await limits.recovery.count({ account: email, ip: context.request.ip }, context.responseHeaders);
      const { id, ip, userAgent } = context.request;
      const request = { tokenId: newId(), email, client: { id, ip, userAgent } };
      await pg.transaction(tx => startRecoveryJob.enqueue(tx, request));
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
      // The reset link proves the mailbox's owner, so tries that strangers used up no longer count.
      await limits.strangeSignIn.forgive({ account: user.email, ip: client.ip });
      await limits.forgiveStrangeFactor({ account: user.id, ip: client.ip });
      return { message: 'Your password has been successfully updated.' };
    }),
  };
}
