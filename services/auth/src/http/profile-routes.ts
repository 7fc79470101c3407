import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { audit } from '../audit.ts';
import { findSession } from '../sessions/store.ts';
import { issueOneTimeToken } from '../tokens/issue.ts';
import { changePreferences, changeProfile, chooseCompany } from '../users/change.ts';
import { saveChange } from '../users/save-change.ts';
import { findAccountByEmail } from '../users/store.ts';
import { type ActiveAccount, isActivated } from '../users/user.ts';
import { toUser } from '../users/view.ts';
import type { Dependencies } from './dependencies.ts';
import { lockOwnAccount } from './own-account.ts';

const os = implementer(authApi);

/** What people change about themselves. */
export function profileRoutes({ pg, clock, mails, sessions, cookies }: Dependencies) {
  /** Mails whoever owns the new address: the link that makes it hers, or that she has an account already. */
  async function askForNewEmail(tx: Tx, account: ActiveAccount, email: string, context: RequestContext) {
    const owner = await findAccountByEmail(tx, email);
    await audit(tx, context.request, { action: 'email-change-requested', actorId: account.id });
    await mails.accountChanged(tx, account, 'email-change-asked', context.request);
    if (owner && isActivated(owner)) return mails.alreadyRegistered(tx, owner);
    const wanted = {
      userId: account.id,
      purpose: 'email_change_new',
      relatesTo: email,
      payload: {},
    } as const;
    const secret = await issueOneTimeToken(tx, wanted, clock());
    return mails.confirmNewEmail(tx, account, email, secret);
  }

  return {
    updatePreferences: os.updatePreferences.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const account = await lockOwnAccount(tx, context.caller);
        return toUser(await saveChange(tx, changePreferences(account, input)));
      }),
    ),

    setCompany: os.setCompany.handler(async ({ input, context }) => {
      const account = await pg.transaction(async tx => {
        const before = await lockOwnAccount(tx, context.caller);
        return saveChange(tx, chooseCompany(before, input));
      });
      // The next call may be the order, and would come before the news that the old token is outdated.
      const session = await findSession(pg, asUser(context.caller).sessionId);
      if (session) {
        const token = await sessions.restate(account, session);
        context.responseHeaders.append('set-cookie', cookies.setAccess(token));
      }
      return toUser(account);
    }),

    updateProfile: os.updateProfile.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const before = await lockOwnAccount(tx, context.caller);
        const after = await saveChange(tx, changeProfile(before, input));
        const { newEmail } = after;
        if (newEmail && newEmail !== before.newEmail) await askForNewEmail(tx, after, newEmail, context);
        return toUser(after);
      }),
    ),
  };
}
