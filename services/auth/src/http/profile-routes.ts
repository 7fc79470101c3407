import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import { audit } from '../audit-log/store.ts';
import { isTakenByAnother, requestEmailChange } from '../flows/change-email.ts';
import { forgetUser } from '../flows/forget.ts';
import { findSession } from '../sessions/store.ts';
import { lifeMs } from '../tokens/token.ts';
import { accountFacts, gatherFromServices } from '../user-data.ts';
import { saveChange } from '../users/publish-user.ts';
import { changePreferences, changeProfile, chooseCompany } from '../users/rules.ts';
import { findUserByEmail, isLastAdmin } from '../users/store.ts';
import { normalEmail, toUser, type User } from '../users/user.ts';
import { checkOwnPassword, type Dependencies, lockOwnUser, os, requireOwnUser } from './context.ts';

/** What users change about themselves. */
export function profileRoutes(dependencies: Dependencies) {
  const { pg, clock, mails, sessions, cookies, limits } = dependencies;

  type NewAddress = { email: string; isSure: boolean; context: RequestContext };

  /**
   * Mails the links that change the address: to the new one, and to the current one too when no password proved that it
   * is the owner who asks. An address that has an account gets a mail about that, and the screen shows no difference.
   */
  async function askForNewEmail(tx: Tx, user: User, { email, isSure, context }: NewAddress) {
    await audit(tx, context.request, { action: 'email-change-requested', actorId: user.id });
    const request = {
      newEmail: email,
      confirmations: isSure ? 'either' : 'both',
      mailsCurrent: !isSure,
      token: { lifeMs: lifeMs.emailChange },
      now: clock(),
    } as const;
    const { toNew, toCurrent } = await requestEmailChange(tx, user, request);
    if (toCurrent) await mails.allowNewEmail(tx, user, email, toCurrent.secret);
    else await mails.accountChanged(tx, user, 'email-change-asked', { client: context.request });
    const owner = (await isTakenByAnother(tx, user.id, email)) && (await findUserByEmail(tx, email));
    if (owner) return mails.alreadyRegistered(tx, owner);
    const hasRoom = await mails.hasRoom(tx, 'change', { address: email, askedBy: user.id });
    if (!hasRoom) return mails.holdBack(tx, 'change');
    await mails.confirmNewEmail(tx, user, {
      newEmail: email,
      needsOldEmail: !isSure,
      secret: toNew.secret,
    });
  }

  return {
    updatePreferences: os.updatePreferences.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        return toUser(await saveChange(tx, id, changePreferences(input)));
      }),
    ),

    setCompany: os.setCompany.handler(async ({ input, context }) => {
      const user = await pg.transaction(async tx => {
        const before = await lockOwnUser(tx, context.caller, clock());
        return saveChange(tx, before.id, chooseCompany(before, input));
      });
      // The next call may be the order, and would come before the event that makes the old token outdated.
      const session = await findSession(pg, asUser(context.caller).sessionId);
      if (session) {
        const token = await sessions.restate(user, session);
        context.responseHeaders.append('set-cookie', cookies.setAccess(token));
      }
      return toUser(user);
    }),

    updateProfile: os.updateProfile.handler(async ({ input, context }) => {
      const { email: given, currentPassword, ...profile } = input;
      const email = normalEmail(given);
      const owner = await requireOwnUser(pg, context.caller, clock());
      const wantsMove = email !== owner.email;
      if (wantsMove) {
        const { ip } = context.request;
        await limits.change.count({ account: owner.id, ip }, context.responseHeaders);
        await limits.newAddress.count({ account: email, ip }, context.responseHeaders);
      }
      const isSure = wantsMove && currentPassword !== undefined;
      if (isSure) await checkOwnPassword(dependencies, owner, currentPassword, context, 'password-refused');
      return pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        const user = await saveChange(tx, id, changeProfile(profile));
        if (wantsMove) await askForNewEmail(tx, user, { email, isSure, context });
        return toUser(user);
      });
    }),
  };
}

const lastAdmin = () =>
  new AppError('conflict', 'last_admin', 'You are the only admin. Make somebody else an admin first.');

/** What users may ask for by law: all that is kept about them, and its end. */
export function ownDataRoutes(dependencies: Dependencies) {
  const { pg, clock, cookies, limits, serviceExports } = dependencies;

  async function remove(tx: Tx, context: RequestContext): Promise<void> {
    const { id, isAdmin } = await lockOwnUser(tx, context.caller, clock());
    if (isAdmin && (await isLastAdmin(tx, id))) throw lastAdmin();
    await forgetUser(tx, id, clock());
    await audit(tx, { ...context.request, ip: '', userAgent: '' }, { action: 'user-deleted', actorId: id });
  }

  return {
    exportAccount: os.exportAccount.handler(async ({ context }) => {
      const { id: userId, email } = await requireOwnUser(pg, context.caller, clock());
      const elsewhere = await gatherFromServices(serviceExports, { userId, email });
      await audit(pg, context.request, { action: 'account-exported', actorId: userId });
      const account = await accountFacts(pg, userId);
      return { exportedAt: clock().toISOString(), account, ...elsewhere };
    }),

    deleteAccount: os.deleteAccount.handler(async ({ input, context }) => {
      const owner = await requireOwnUser(pg, context.caller, clock());
      // A stolen session must not guess the password here, from however many networks.
      await limits.change.count({ account: owner.id, ip: context.request.ip }, context.responseHeaders);
      await checkOwnPassword(dependencies, owner, input.password, context, 'account-deletion-refused');
      await pg.transaction(tx => remove(tx, context));
      for (const cookie of cookies.clear()) context.responseHeaders.append('set-cookie', cookie);
      return { message: 'Your account was deleted.' };
    }),
  };
}
