import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { audit } from '../audit-log/store.ts';
import { type Refusal, signInByPassword } from '../flows/sign-in.ts';
import { awaitsSecondFactor } from '../sessions/session.ts';
import { auditSignIn, endSession, endSessionsOf, findSession, listSessions } from '../sessions/store.ts';
import { lockUser } from '../users/store.ts';
import { hasSecondFactor, toUser } from '../users/user.ts';
import { type Dependencies, lockOwnUser, os, ownUser } from './context.ts';

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

export function sessionRoutes({ pg, clock, sessions, cookies, limits, hidesAccounts }: Dependencies) {
  return {
    currentUser: os.currentUser.handler(async ({ context }) => {
      const user = await ownUser(pg, context.caller, clock());
      return user ? toUser(user) : null;
    }),

    signIn: os.signIn.handler(async ({ input, context }) => {
      const attempt = { ...input, client: context.request, headers: context.responseHeaders };
      const outcome = await signInByPassword(
        { pg, limits, clock, hidesAccounts },
        attempt,
        async (tx, held) => {
          await auditSignIn(tx, context.request, held);
          return { held, tokens: await sessions.open(tx, held, 'password', context.request) };
        },
      );
      if ('refusal' in outcome) throw refused(outcome.refusal);
      const { held, tokens } = outcome.opened;
      setCookies(context, cookies.set(tokens));
      const user = toUser(held);
      return { user, session: { ...tokens, user }, secondFactorRequired: hasSecondFactor(held) };
    }),

    signOut: os.signOut.handler(async ({ context }) => {
      const { caller } = context;
      if (caller.kind === 'user') {
        await pg.transaction(async tx => {
          await lockUser(tx, caller.id);
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

export function ownSessionRoutes({ pg, clock }: Dependencies) {
  return {
    listSessions: os.listSessions.handler(({ context }) =>
      pg.transaction(async tx => {
        const user = await lockOwnUser(tx, context.caller, clock());
        const current = asUser(context.caller).sessionId;
        const sessions = (await listSessions(tx, user.id)).map(
          ({ createdAt, refreshedAt, aal, ...session }) => ({
            ...session,
            needsFactor: awaitsSecondFactor(user, { aal }),
            createdAt: createdAt.toISOString(),
            refreshedAt: refreshedAt.toISOString(),
            isCurrent: session.id === current,
          }),
        );
        return { sessions };
      }),
    ),

    endSession: os.endSession.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        const session = await findSession(tx, input.sessionId);
        if (session?.userId !== id) {
          throw new AppError('missing', 'session_not_found', 'There is no such session');
        }
        await endSession(tx, session.id, id, clock());
        await audit(tx, context.request, { action: 'session-ended', actorId: id, targetId: session.id });
        return { message: 'The session was signed out.' };
      }),
    ),

    endOtherSessions: os.endOtherSessions.handler(({ context }) =>
      pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        await endSessionsOf(tx, id, clock(), { but: asUser(context.caller).sessionId });
        await audit(tx, context.request, { action: 'session-ended', actorId: id });
        return { message: 'You are signed out everywhere else.' };
      }),
    ),
  };
}
