import { AppError } from '@closingwire/chassis/app-error';
import { implementer } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { authApi } from '@closingwire/contracts/auth';
import { audit } from '../audit.ts';
import { endSession, endSessionsOf } from '../sessions/end-sessions.ts';
import { findSession, listSessions } from '../sessions/store.ts';
import type { Dependencies } from './dependencies.ts';
import { lockOwnUser } from './own-user.ts';

const os = implementer(authApi);

/** Where users are signed in, and how they end it. */
export function ownSessionRoutes({ pg, clock }: Dependencies) {
  return {
    listSessions: os.listSessions.handler(({ context }) =>
      pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        const current = asUser(context.caller).sessionId;
        const sessions = (await listSessions(tx, id)).map(({ createdAt, refreshedAt, ...session }) => ({
          ...session,
          createdAt: createdAt.toISOString(),
          refreshedAt: refreshedAt.toISOString(),
          isCurrent: session.id === current,
        }));
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
