import type { RequestContext } from '@closingwire/chassis/http';
import { implementer } from '@closingwire/chassis/http';
import { authApi } from '@closingwire/contracts/auth-api';
import { audit } from '../audit.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { admit } from '../flows/admit.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { findAccountByEmail } from '../users/store.ts';
import { normalEmail } from '../users/user.ts';
import { toUser } from '../users/view.ts';
import type { Dependencies } from './dependencies.ts';
import { ownAccount } from './own-account.ts';

const os = implementer(authApi);

const setCookies = (context: RequestContext, cookies: string[]) => {
  for (const cookie of cookies) context.responseHeaders.append('set-cookie', cookie);
};

/** Signing in and out, and who is signed in. */
export function sessionRoutes({ pg, clock, sessions, cookies, limits }: Dependencies) {
  return {
    currentUser: os.currentUser.handler(async ({ context }) => {
      const account = await ownAccount(pg, context.caller);
      return account ? toUser(account) : null;
    }),

    signIn: os.signIn.handler(async ({ input, context }) => {
      const email = normalEmail(input.email);
      const who = { email, ip: context.request.ip };
      await limits.signIn.count(who, context.responseHeaders);
      const found = await findAccountByEmail(pg, email);
      const matches = await verifyPassword(found?.passwordHash, input.password);
      const account = await auditedRefusal(() => admit(found, matches), context, found?.id);
      const tokens = await pg.transaction(async tx => {
        await audit(tx, context.request, { action: 'sign-in', actorId: account.id });
        return sessions.open(tx, account, 'password', context.request);
      });
      await limits.signIn.forgive(who);
      setCookies(context, cookies.set(tokens));
      const user = toUser(account);
      return { user, session: { ...tokens, user }, secondFactorRequired: account.hasSecondFactor };
    }),

    signOut: os.signOut.handler(async ({ context }) => {
      const { caller } = context;
      if (caller.kind === 'user') {
        await pg.transaction(async tx => {
          const ended = await endSession(tx, caller.sessionId, caller.id, clock());
          if (ended) await audit(tx, context.request, { action: 'sign-out', actorId: caller.id });
        });
      }
      setCookies(context, cookies.clear());
      return { message: 'You have been successfully signed out.' };
    }),

    refreshSession: os.refreshSession.handler(async ({ input, context }) => {
      const { tokens } = await sessions.refresh(input.refreshToken, context.request);
      return tokens;
    }),
  };

  async function auditedRefusal<T>(decide: () => T, context: RequestContext, id?: string): Promise<T> {
    try {
      return decide();
    } catch (error) {
      await audit(pg, context.request, { action: 'sign-in-refused', targetId: id });
      throw error;
    }
  }
}
