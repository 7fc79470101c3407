import { implementer } from '@closingwire/chassis/http';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth';
import { audit, type Client } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { dropWaitingPasswords, findOrAddUser, type Profile, signUpPayload } from '../flows/sign-up.ts';
import { issueToken } from '../tokens/store.ts';
import { lifeMs } from '../tokens/token.ts';
import { isActivated, normalEmail } from '../users/user.ts';
import type { Dependencies } from './dependencies.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const os = implementer(authApi);

type Form = { profile: Profile; passwordHash: string };

/** Signing up: a mail goes out whether there is an account or not, up to so many a day; the reply never says which. */
export function registrationRoutes({ pg, clock, mails, limits, passwordRules }: Dependencies) {
  async function register(tx: Tx, email: string, form: Form, client: Client): Promise<string | undefined> {
    const now = clock();
    const user = await findOrAddUser(tx, { email, ...form, now });
    if (!user) return undefined;
    if (isActivated(user)) {
      await mails.alreadyRegistered(tx, user);
      return user.id;
    }
    if (!(await mails.hasRoom(tx, 'sign-up', { address: email }))) {
      await mails.holdBack(tx, 'sign-up');
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
      const { email: given, password, ...profile } = input;
      const email = normalEmail(given);
      await limits.signUp.count({ account: email, ip: context.request.ip }, context.responseHeaders);
      refuseWeakPassword(password, passwordRules);
      const passwordHash = await hashPassword(password);
      await pg.transaction(async tx => {
        const id = await register(tx, email, { profile, passwordHash }, context.request);
        await audit(tx, context.request, { action: 'sign-up', targetId: id });
      });
      const message = 'Please check your email to confirm your account.';
      return { message, email, confirmationRequired: true };
    }),
  };
}
