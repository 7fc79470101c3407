import { implementer } from '@closingwire/chassis/http';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { audit } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { newAccount, type Registration, registrationOf } from '../flows/registration.ts';
import { issueOneTimeToken } from '../tokens/issue.ts';
import { findAccountByEmail, insertAccount } from '../users/store.ts';
import { normalEmail } from '../users/user.ts';
import type { Dependencies } from './dependencies.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const os = implementer(authApi);

/** Signing up: a mail goes out in every case, and the answer never tells which. */
export function registrationRoutes({ pg, clock, mails, limits, passwordRules }: Dependencies) {
  async function register(tx: Tx, email: string, form: Registration): Promise<string> {
    const now = clock();
    const fresh = newAccount(newId(), email, form, now);
    const existing = (await findAccountByEmail(tx, email)) ?? (await insertOrFind(tx, fresh));
    const account = existing ?? fresh;
    if (registrationOf(existing) === 'taken') {
      await mails.alreadyRegistered(tx, account);
      return account.id;
    }
    const token = { userId: account.id, purpose: 'confirmation', relatesTo: email, payload: form } as const;
    const secret = await issueOneTimeToken(tx, token, now);
    await mails.confirmEmail(tx, { email, firstName: form.firstName }, secret);
    return account.id;
  }

  /** The account that another sign-up made in the same moment, if it did. */
  async function insertOrFind(tx: Tx, fresh: ReturnType<typeof newAccount>) {
    return (await insertAccount(tx, fresh)) ? undefined : findAccountByEmail(tx, fresh.email);
  }

  return {
    signUp: os.signUp.handler(async ({ input, context }) => {
      const { email: given, password, ...form } = input;
      const email = normalEmail(given);
      await limits.signUp.count({ email, ip: context.request.ip }, context.responseHeaders);
      refuseWeakPassword(password, passwordRules);
      const passwordHash = await hashPassword(password);
      await pg.transaction(async tx => {
        const id = await register(tx, email, { ...form, passwordHash });
        await audit(tx, context.request, { action: 'sign-up', targetId: id });
      });
      const message = 'Please check your email to confirm your account.';
      return { message, email, confirmationRequired: true };
    }),
  };
}
