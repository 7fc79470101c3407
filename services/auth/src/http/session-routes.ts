import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { authApi } from '@closingwire/contracts/auth';
import { audit, auditSignIn } from '../audit.ts';
import { checkSignIn, type Refusal } from '../flows/sign-in.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { hasSecondFactor } from '../users/user.ts';
import { toUser } from '../users/view.ts';
import type { Dependencies } from './dependencies.ts';
import { ownUser } from './own-user.ts';

const os = implementer(authApi);

const setCookies = (context: RequestContext, cookies: string[]) => {
  for (const cookie of cookies) context.responseHeaders.append('set-cookie', cookie);
};

function refused(refusal: Refusal): AppError {
  switch (refusal) {
    case 'invalid_credentials':
      return new AppError('invalid', refusal, 'Invalid login credentials');
    case 'email_not_confirmed':
      return new AppError('invalid', refusal, 'Email not confirmed');
    case 'user_banned':
      return new AppError('denied', refusal, 'This account is suspended. Please contact support.');
  }
}

/** Signing in and out, and who is signed in. */
export function sessionRoutes({ pg, clock, sessions, cookies, limits, hidesAccounts }: Dependencies) {
  return {
    currentUser: os.currentUser.handler(async ({ context }) => {
      const user = await ownUser(pg, context.caller, clock());
      return user ? toUser(user) : null;
    }),

    signIn: os.signIn.handler(async ({ input, context }) => {
      const attempt = { ...input, client: context.request, headers: context.responseHeaders };
      const admission = await checkSignIn({ pg, limits, clock, hidesAccounts }, attempt);
      if ('refusal' in admission) throw refused(admission.refusal);
      const { user: found } = admission;
      const tokens = await pg.transaction(async tx => {
        await auditSignIn(tx, context.request, found.id);
        return sessions.open(tx, found, 'password', context.request);
      });
      setCookies(context, cookies.set(tokens));
      const user = toUser(found);
      return { user, session: { ...tokens, user }, secondFactorRequired: hasSecondFactor(found) };
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
}
