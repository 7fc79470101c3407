import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth-api';
import { audit } from '../audit.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { gatherFromNeighbours } from '../export/gather-from-neighbours.ts';
import { personFacts } from '../export/person-facts.ts';
import { forgetUser } from '../flows/forget-user.ts';
import { isLastAdmin } from '../users/store.ts';
import type { ActiveAccount } from '../users/user.ts';
import type { Dependencies } from './dependencies.ts';
import { lockOwnAccount, requireOwnAccount } from './own-account.ts';

const os = implementer(authApi);

const wrongPassword = () => new AppError('invalid', 'invalid_credentials', 'The password is not right.');
const noPassword = () =>
  new AppError(
    'invalid',
    'password_missing',
    'Your account has no password yet. Choose one by “Forgot password”, then delete the account with it.',
  );
const lastAdmin = () =>
  new AppError('conflict', 'last_admin', 'You are the only admin. Make somebody else an admin first.');

/** What a person may ask for by law: all that is kept about her, and its end. */
export function ownDataRoutes({ pg, clock, cookies, limits, neighbourFacts }: Dependencies) {
  /** Wrong passwords count like those of a sign-in. */
  async function confirm(account: ActiveAccount, password: string, context: RequestContext): Promise<void> {
    if (account.passwordHash === null) throw noPassword();
    const who = { email: account.email, ip: context.request.ip };
    await limits.signIn.count(who, context.responseHeaders);
    if (!(await verifyPassword(account.passwordHash, password))) {
      await audit(pg, context.request, { action: 'account-deletion-refused', actorId: account.id });
      throw wrongPassword();
    }
    await limits.signIn.forgive(who);
  }

  async function remove(tx: Tx, context: RequestContext): Promise<void> {
    const { id, isAdmin } = await lockOwnAccount(tx, context.caller);
    if (isAdmin && (await isLastAdmin(tx, id))) throw lastAdmin();
    await forgetUser(tx, id, clock());
    await audit(tx, { ...context.request, ip: '', userAgent: '' }, { action: 'user-deleted', actorId: id });
  }

  return {
    exportAccount: os.exportAccount.handler(async ({ context }) => {
      const { id: userId, email } = await requireOwnAccount(pg, context.caller);
      const elsewhere = await gatherFromNeighbours(neighbourFacts, { userId, email });
      await audit(pg, context.request, { action: 'account-exported', actorId: userId });
      const account = await personFacts(pg, userId);
      return { exportedAt: clock().toISOString(), account, ...elsewhere };
    }),

    deleteAccount: os.deleteAccount.handler(async ({ input, context }) => {
      await confirm(await requireOwnAccount(pg, context.caller), input.password, context);
      await pg.transaction(tx => remove(tx, context));
      for (const cookie of cookies.clear()) context.responseHeaders.append('set-cookie', cookie);
      return { message: 'Your account was deleted.' };
    }),
  };
}
