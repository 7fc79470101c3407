import { implementer, type RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { findAccountByEmail } from '../db/accounts.ts';
import { audit } from '../db/audit.ts';
import { findSession } from '../db/sessions.ts';
import { type ActiveAccount, isActivated } from '../domain/account.ts';
import { changePreferences, changeProfile, chooseCompany } from '../domain/account-change.ts';
import { toUser } from '../domain/account-view.ts';
import { issueOneTimeToken } from '../one-time-tokens.ts';
import { saveChange } from '../save-change.ts';
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
