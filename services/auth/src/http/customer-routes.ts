import { AppError } from '@closingwire/chassis/app-error';
import { listApiKeys } from '../credentials/api-keys.ts';
import { listSessions } from '../sessions/store.ts';
import { findUser } from '../users/store.ts';
import { toUser } from '../users/user.ts';
import { toApiKey } from './api-key-routes.ts';
import { type Dependencies, os, requireOwnAdmin } from './context.ts';

/** One user for admins: the account, and what can sign in to it. */
export function customerRoutes({ pg, clock }: Dependencies) {
  async function found(userId: string) {
    const user = await findUser(pg, userId);
    if (!user) throw new AppError('missing', 'user_not_found', 'User not found');
    return user;
  }
  return {
    readCustomer: os.readCustomer.handler(async ({ input, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      const user = await found(input.userId);
      return {
        user: toUser(user),
        emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
        lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
      };
    }),
    customerAccess: os.customerAccess.handler(async ({ input: { userId }, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      await found(userId);
      const [sessions, apiKeys] = await Promise.all([
        listSessions(pg, userId),
        listApiKeys(pg, userId, clock()),
      ]);
      return {
        sessions: sessions.map(({ id, createdAt, refreshedAt, ip, userAgent }) => ({
          id,
          createdAt: createdAt.toISOString(),
          refreshedAt: refreshedAt.toISOString(),
          ip,
          userAgent,
        })),
        apiKeys: apiKeys.map(toApiKey),
      };
    }),
  };
}
