import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { dropPendingTokens } from '../tokens/pending-tokens.ts';
import { useUpTokens } from '../tokens/store.ts';
import { checkStatusChange, takesAdmin } from '../users/admin-rules.ts';
import { changeDetails, changeStatus } from '../users/change.ts';
import { saveChange } from '../users/save-change.ts';
import { type AccountSearch, searchAccounts } from '../users/search.ts';
import { signUpsByDay } from '../users/statistics.ts';
import {
  findAccount,
  findAccountByEmail,
  isLastAdmin,
  lockAccount,
  saveEmailIdentity,
} from '../users/store.ts';
import { type Account, type ActiveAccount, isActivated, normalEmail } from '../users/user.ts';
import { toUser } from '../users/view.ts';
import type { Dependencies } from './dependencies.ts';
import { ownAccount } from './own-account.ts';

const os = implementer(authApi);

const noSuchUser = () => new AppError('missing', 'user_not_found', 'User not found');
const emailTaken = () => new AppError('conflict', 'email_exists', 'Another user has this email address');
const notActivated = () =>
  new AppError('conflict', 'email_not_confirmed', 'This user has not confirmed the email address yet');

function activated(account: Account | undefined): ActiveAccount {
  if (!account) throw noSuchUser();
  if (!isActivated(account)) throw notActivated();
  return account;
}

async function refuseTakenEmail(pg: Queries, userId: string, email: string | undefined): Promise<void> {
  const owner = email === undefined ? undefined : await findAccountByEmail(pg, normalEmail(email));
  if (owner && owner.id !== userId) throw emailTaken();
}

/** Proof of the new address, and an end to the links that were mailed to the old one. */
async function followEmail(tx: Tx, { account, now }: { account: ActiveAccount; now: Date }): Promise<void> {
  await saveEmailIdentity(tx, newId(), account);
  await useUpTokens(tx, account.id, ['recovery', 'email_change_new'], now);
  await dropPendingTokens(tx, account.id);
}

/** The caller's key of this change, so that a repeated call credits once; else a new one. */
function creditIdOf(context: RequestContext): string {
  const key = z.uuid().safeParse(context.request.idempotencyKey);
  return key.success ? key.data : newId();
}

/** What an admin sees and changes of all users. */
export function adminRoutes({ pg, clock, billing }: Dependencies) {
  /** The token says who was admin when it was made; the account says who is now. */
  async function refuseFormerAdmin(context: RequestContext): Promise<string> {
    const account = await ownAccount(pg, context.caller);
    if (!account?.isAdmin) throw new AppError('missing', 'not_found', 'Not found');
    return account.id;
  }

  async function creditTrial(userId: string, trialDays: number, context: RequestContext) {
    const creditId = creditIdOf(context);
    const credited = await billing.creditTrial({ accountId: userId, creditId, trialDays });
    const entry = { action: 'trial-credited', actorId: asUser(context.caller).id, targetId: userId } as const;
    await audit(pg, context.request, { ...entry, detail: { creditId, trialDays } });
    return credited;
  }

  /** Billing's answer shown at once; its event brings the same a moment later. */
  function withStanding(account: Account, standing: Awaited<ReturnType<typeof creditTrial>>): Account {
    const { trialDays, trialExpiresAt, hasActivePayment } = standing;
    const expires = trialExpiresAt === null ? null : new Date(trialExpiresAt);
    return { ...account, trialDays, trialExpiresAt: expires, hasActivePayment };
  }

  async function listed({ q = '', ...search }: Omit<AccountSearch, 'text'> & { q?: string }) {
    const { accounts, total } = await searchAccounts(pg, { text: q, ...search });
    return { users: accounts.map(toUser), total };
  }

  return {
    listUsers: os.listUsers.handler(async ({ input, context }) => {
      await refuseFormerAdmin(context);
      return listed(input);
    }),

    searchUsers: os.searchUsers.handler(async ({ input, context }) => {
      await refuseFormerAdmin(context);
      return listed(input);
    }),

    userStatistics: os.userStatistics.handler(async ({ input, context }) => {
      await refuseFormerAdmin(context);
      return signUpsByDay(pg, input.days, clock());
    }),

    setUserStatus: os.setUserStatus.handler(async ({ input, context }) => {
      const { userId, ...change } = input;
      const actorId = await refuseFormerAdmin(context);
      return pg.transaction(async tx => {
        const account = activated(await lockAccount(tx, userId));
        const takesLastAdmin = takesAdmin(account, change) && (await isLastAdmin(tx, userId));
        checkStatusChange({ actorId, userId, change, takesLastAdmin });
        const after = await saveChange(tx, changeStatus(account, change));
        if (after.status === 'suspended') await endSessionsOf(tx, userId, clock());
        const entry = { action: 'user-changed-by-admin', actorId, targetId: userId, detail: change } as const;
        await audit(tx, context.request, entry);
        return toUser(after);
      });
    }),

    setUserDetails: os.setUserDetails.handler(async ({ input, context }) => {
      const { userId, trialDays, ...details } = input;
      const actorId = await refuseFormerAdmin(context);
      activated(await findAccount(pg, userId));
      await refuseTakenEmail(pg, userId, details.email);
      const standing = trialDays === undefined ? undefined : await creditTrial(userId, trialDays, context);
      return pg.transaction(async tx => {
        const before = activated(await lockAccount(tx, userId));
        await refuseTakenEmail(tx, userId, details.email);
        const after = await saveChange(tx, changeDetails(before, details));
        if (after.email !== before.email) await followEmail(tx, { account: after, now: clock() });
        const detail = { fields: Object.keys(details) };
        const entry = { action: 'user-changed-by-admin', actorId, targetId: userId, detail } as const;
        await audit(tx, context.request, entry);
        return toUser(standing ? withStanding(after, standing) : after);
      });
    }),
  };
}
