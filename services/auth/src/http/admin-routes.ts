import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { changeOf } from '@closingwire/contracts/audit';
import { z } from 'zod';
import { searchAudit } from '../audit-log/search.ts';
import { audit } from '../audit-log/store.ts';
import { changeEmail, claimAddress, isTakenByAnother } from '../flows/change-email.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { saveChange } from '../users/publish-user.ts';
import { changeDetails, changeStatus, changesBetween, checkStatusChange, endsAdmin } from '../users/rules.ts';
import { searchUsers, signUpsByDay, type UserSearch } from '../users/search.ts';
import { findUser, isLastAdmin, type LockedActivatedUser, type LockedUser } from '../users/store.ts';
import { type ActivatedUser, isActivated, normalEmail, toUser, type User } from '../users/user.ts';
import { type Dependencies, lockUserAsAdmin, os, requireOwnAdmin } from './context.ts';

const noSuchUser = () => new AppError('missing', 'user_not_found', 'User not found');
const emailTaken = () => new AppError('conflict', 'email_exists', 'Another user has this email address');
const notActivated = () =>
  new AppError('conflict', 'email_not_confirmed', 'This user has not confirmed the email address yet');

function activated<U extends User>(user: U | undefined): U & ActivatedUser {
  if (!user) throw noSuchUser();
  if (!isActivated(user)) throw notActivated();
  return user;
}

/** Returns the request's `Idempotency-Key`, so that a repeated call credits once, or a new id. */
function creditIdOf(context: RequestContext): string {
  const key = z.uuid().safeParse(context.request.idempotencyKey);
  return key.success ? key.data : newId();
}

export function adminRoutes({ pg, clock, billing, mails }: Dependencies) {
  async function creditTrial(userId: string, trialDays: number, context: RequestContext) {
    const creditId = creditIdOf(context);
    const credited = await billing.creditTrial({ accountId: userId, creditId, trialDays });
    const entry = { action: 'trial-credited', actorId: asUser(context.caller).id, targetId: userId } as const;
    const changes = [changeOf('trialDays', null, trialDays)];
    await audit(pg, context.request, { ...entry, detail: { creditId, trialDays }, changes });
    return credited;
  }

  /** Returns the user with the trial in billing's reply: billing's event arrives only a moment later. */
  function withStanding(user: User, standing: Awaited<ReturnType<typeof creditTrial>>): User {
    const { trialDays, trialExpiresAt, hasActivePayment } = standing;
    const expires = trialExpiresAt === null ? null : new Date(trialExpiresAt);
    return { ...user, trialDays, trialExpiresAt: expires, hasActivePayment };
  }

  async function listed({ q = '', ...search }: Omit<UserSearch, 'text'> & { q?: string }) {
    const { users, total } = await searchUsers(pg, { text: q, ...search });
    return { users: users.map(toUser), total };
  }

  /** An admin's change of address needs no confirmation. */
  async function moveTo(
    tx: Tx,
    user: LockedActivatedUser,
    email: string | undefined,
    { client, adminId }: { client: RequestOrigin; adminId: string },
  ): Promise<LockedUser> {
    if (email === undefined || email === user.email) return user;
    if (!(await claimAddress(tx, user.id, email))) throw emailTaken();
    return changeEmail(tx, mails, user, { email, now: clock(), client, by: { adminId } });
  }

  return {
    listUsers: os.listUsers.handler(async ({ input, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      return listed(input);
    }),

    searchUsers: os.searchUsers.handler(async ({ input, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      return listed(input);
    }),

    userStatistics: os.userStatistics.handler(async ({ input, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      return signUpsByDay(pg, input.days, clock());
    }),

    setUserStatus: os.setUserStatus.handler(async ({ input, context }) => {
      const { userId, ...change } = input;
      const { id: actorId } = await requireOwnAdmin(pg, context.caller, clock());
      return pg.transaction(async tx => {
        const user = activated(await lockUserAsAdmin(tx, context.caller, userId, clock()));
        const takesLastAdmin = endsAdmin(user, change) && (await isLastAdmin(tx, userId));
        checkStatusChange({ actorId, userId, change, takesLastAdmin });
        const after = await saveChange(tx, user, changeStatus(user, change));
        if (after.status === 'suspended') await endSessionsOf(tx, userId, clock());
        const entry = { action: 'user-changed-by-admin', actorId, targetId: userId, detail: change } as const;
        await audit(tx, context.request, { ...entry, changes: changesBetween(user, after) });
        return toUser(after);
      });
    }),

    setUserDetails: os.setUserDetails.handler(async ({ input, context }) => {
      const { userId, trialDays, email: given, ...details } = input;
      const { id: actorId } = await requireOwnAdmin(pg, context.caller, clock());
      activated(await findUser(pg, userId));
      const email = given === undefined ? undefined : normalEmail(given);
      if (email && (await pg.transaction(tx => isTakenByAnother(tx, userId, email)))) throw emailTaken();
      const standing = trialDays === undefined ? undefined : await creditTrial(userId, trialDays, context);
      return pg.transaction(async tx => {
        const before = activated(await lockUserAsAdmin(tx, context.caller, userId, clock()));
        const moved = await moveTo(tx, before, email, { client: context.request, adminId: actorId });
        const after = await saveChange(tx, moved, changeDetails(details));
        const detail = { fields: Object.keys({ ...details, ...(email && { email }) }) };
        const entry = { action: 'user-changed-by-admin', actorId, targetId: userId, detail } as const;
        const changes = changesBetween(moved, after);
        // `moveTo` audits the new address itself.
        if (moved === before || changes.length > 0) await audit(tx, context.request, { ...entry, changes });
        return toUser(standing ? withStanding(after, standing) : after);
      });
    }),
  };
}

export const auditRoutes = ({ pg, clock }: Dependencies) => ({
  searchAudit: os.searchAudit.handler(async ({ input, context }) => {
    await requireOwnAdmin(pg, context.caller, clock());
    return searchAudit(pg, input);
  }),
});
