import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { asUser, type Caller } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import { termsVersion } from '@closingwire/contracts/terms';
import { audit } from '../audit-log/store.ts';
import type { CheckedPassword } from '../credentials/passwords.ts';
import { isTakenByAnother, requestEmailChange, unprovenMove } from '../flows/change-email.ts';
import { forgetUser } from '../flows/forget.ts';
import { useNonce } from '../flows/reauthenticate.ts';
import { findSession, hasEarlierFactor } from '../sessions/store.ts';
import { lifeMs } from '../tokens/token.ts';
import { accountFacts, gatherFromServices } from '../user-data.ts';
import { saveChange } from '../users/publish-user.ts';
import { changePreferences, changeProfile, chooseCompany } from '../users/rules.ts';
import { findUserByEmail, isLastAdmin, type LockedUser, storeAcceptance } from '../users/store.ts';
import { normalEmail, toUser } from '../users/user.ts';
import {
  checkOwnPassword,
  type Dependencies,
  lockOwnUser,
  os,
  requireOwnUser,
  requireStillPassword,
  withCheckedPassword,
} from './context.ts';

const passwordNeeded = () =>
  new AppError(
    'invalid',
    'current_password_required',
    'Enter your current password to change your email address. Nothing was changed.',
  );
const codeNeeded = () =>
  new AppError(
    'invalid',
    'reauthentication_needed',
    'Your account has no password yet. Enter the code from our mail to change your email address.',
  );
const justMoved = () =>
  new AppError(
    'conflict',
    'email_just_changed',
    'Your email address has just been changed. Load the page again. Nothing else was changed.',
  );
const wrongCode = () =>
  new AppError('invalid', 'reauthentication_not_valid', 'The code is not right or has expired.');

const termsChanged = () =>
  new AppError(
    'conflict',
    'terms_changed',
    'The Terms of use have changed. Load the page again to read them.',
  );

function emailMoves({ clock, mails, hashCode }: Dependencies) {
  type NewAddress = { email: string; isProven: boolean; context: RequestContext };

  /**
   * Mails the link to the new address and a notice to the current one. If another user has the new address, that user
   * gets a mail about their account instead; the reply is the same. Without proof of the owner, the links in both
   * mails only show the request.
   */
  async function askForNewEmail(tx: Tx, user: LockedUser, { email, isProven, context }: NewAddress) {
    await audit(tx, context.request, { action: 'email-change-requested', actorId: user.id });
    const request = {
      newEmail: email,
      confirmations: isProven ? 'either' : 'both',
      mailsCurrent: !isProven,
      token: { lifeMs: lifeMs.emailChange, ...(!isProven && { payload: unprovenMove }) },
      leavesChange: !isProven,
      now: clock(),
    } as const;
    const { toNew, toCurrent } = await requestEmailChange(tx, user, request);
    if (toCurrent) await mails.allowNewEmail(tx, user, email, toCurrent.secret);
    else await mails.accountChanged(tx, user, 'email-change-asked', { client: context.request });
    const owner = (await isTakenByAnother(tx, user.id, email)) && (await findUserByEmail(tx, email));
    if (owner) return mails.alreadyRegistered(tx, owner);
    const hasRoom = await mails.hasRoom(tx, 'change', { address: email, askedBy: user.id });
    if (!hasRoom) return mails.countUnsent(tx, 'change');
    const mail = { newEmail: email, awaitsPassword: !isProven, secret: toNew.secret };
    await mails.confirmNewEmail(tx, user, mail);
  }

  type Given = { checked: CheckedPassword | undefined; nonce: string | undefined; caller: Caller };

  /**
   * Returns true if the caller proved to be the owner. Proofs are the password, a second factor older than the
   * session, or, if the user has no password, a mailed code.
   */
  async function isOwner(tx: Tx, user: LockedUser, { checked, nonce, caller }: Given): Promise<boolean> {
    if (checked) await requireStillPassword(tx, user, checked);
    if (checked || (await hasEarlierFactor(tx, asUser(caller).sessionId))) return true;
    if (user.passwordHash !== null) return false;
    if (nonce === undefined) throw codeNeeded();
    if (await useNonce(tx, user, { nonce, hashCode, now: clock() })) return true;
    throw wrongCode();
  }

  return { askForNewEmail, isOwner };
}

export function profileRoutes(dependencies: Dependencies) {
  const { pg, clock, sessions, cookies, limits } = dependencies;
  const { askForNewEmail, isOwner } = emailMoves(dependencies);

  return {
    updatePreferences: os.updatePreferences.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const user = await lockOwnUser(tx, context.caller, clock());
        return toUser(await saveChange(tx, user, changePreferences(input)));
      }),
    ),

    acceptTerms: os.acceptTerms.handler(({ input: { version }, context }) =>
      pg.transaction(async tx => {
        const user = await lockOwnUser(tx, context.caller, clock());
        if (version !== termsVersion) throw termsChanged();
        const { ip, userAgent } = context.request;
        await storeAcceptance(tx, user, { version, at: clock(), ip, userAgent });
        return toUser({ ...user, termsVersion: version });
      }),
    ),

    setCompany: os.setCompany.handler(async ({ input, context }) => {
      const user = await pg.transaction(async tx => {
        const before = await lockOwnUser(tx, context.caller, clock());
        return saveChange(tx, before, chooseCompany(before, input));
      });
      // The next call may be the order, which needs the new claims.
      const session = await findSession(pg, asUser(context.caller).sessionId);
      if (session) {
        const token = await sessions.restate(user, session);
        context.responseHeaders.append('set-cookie', cookies.setAccess(token));
      }
      return toUser(user);
    }),

    updateProfile: os.updateProfile.handler(async ({ input, context }) => {
      const { email: given, currentPassword, nonce, ...profile } = input;
      const { caller } = context;
      const email = normalEmail(given);
      const owner = await requireOwnUser(pg, caller, clock());
      const wantsMove = email !== owner.email;
      if (wantsMove) {
        const { ip } = context.request;
        await limits.change.count({ account: owner.id, ip }, context.responseHeaders);
        await limits.newAddress.count({ account: email, ip }, context.responseHeaders);
        if (nonce) await limits.code.count({ account: owner.email, ip }, context.responseHeaders);
      }
      const change = async (tx: Tx, checked: CheckedPassword | undefined) => {
        const held = await lockOwnUser(tx, caller, clock());
        // Limits and password were checked for the earlier address.
        if (held.email !== owner.email) throw justMoved();
        if (email === held.email) return saveChange(tx, held, changeProfile(profile));
        const isProven = await isOwner(tx, held, { checked, nonce, caller });
        // A refused address changes no other field either.
        const user = isProven ? await saveChange(tx, held, changeProfile(profile)) : held;
        await askForNewEmail(tx, user, { email, isProven, context });
        return isProven ? user : undefined;
      };
      const password = wantsMove ? currentPassword : undefined;
      const changed = await withCheckedPassword(async () => {
        const checked =
          password === undefined
            ? undefined
            : await checkOwnPassword(dependencies, password, context, 'password-refused');
        return pg.transaction(tx => change(tx, checked));
      });
      // Thrown outside the transaction, which sends the mails.
      if (!changed) throw passwordNeeded();
      return toUser(changed);
    }),
  };
}

const lastAdmin = () =>
  new AppError('conflict', 'last_admin', 'You are the only admin. Make another user an admin first.');

/** Export and deletion of all data about a user, as laws require. */
export function ownDataRoutes(dependencies: Dependencies) {
  const { pg, clock, cookies, limits, serviceExports } = dependencies;

  async function remove(tx: Tx, checked: CheckedPassword, context: RequestContext): Promise<void> {
    const owner = await lockOwnUser(tx, context.caller, clock());
    await requireStillPassword(tx, owner, checked);
    const { id, isAdmin } = owner;
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
      // Counts per account: a thief of the session must not guess the password from many networks.
      await limits.change.count({ account: owner.id, ip: context.request.ip }, context.responseHeaders);
      const refused = 'account-deletion-refused';
      await withCheckedPassword(async () => {
        const checked = await checkOwnPassword(dependencies, input.password, context, refused);
        await pg.transaction(tx => remove(tx, checked, context));
      });
      for (const cookie of cookies.clear()) context.responseHeaders.append('set-cookie', cookie);
      return { message: 'Your account was deleted.' };
    }),
  };
}
