import { AppError } from '@closingwire/chassis/app-error';
import { implementer, type RequestContext } from '@closingwire/chassis/http';
import type { Tx } from '@closingwire/chassis/pg';
import { authApi } from '@closingwire/contracts/auth';
import { audit } from '../audit.ts';
import { gatherFromNeighbours } from '../export/gather-from-neighbours.ts';
import { personFacts } from '../export/person-facts.ts';
import { forgetUser } from '../flows/forget-user.ts';
import { isLastAdmin } from '../users/store.ts';
import { checkOwnPassword } from './check-own-password.ts';
import type { Dependencies } from './dependencies.ts';
import { lockOwnUser, requireOwnUser } from './own-user.ts';

const os = implementer(authApi);

const lastAdmin = () =>
  new AppError('conflict', 'last_admin', 'You are the only admin. Make somebody else an admin first.');

/** What users may ask for by law: all that is kept about them, and its end. */
export function ownDataRoutes(dependencies: Dependencies) {
  const { pg, clock, cookies, limits, neighbourFacts } = dependencies;

  async function remove(tx: Tx, context: RequestContext): Promise<void> {
    const { id, isAdmin } = await lockOwnUser(tx, context.caller, clock());
    if (isAdmin && (await isLastAdmin(tx, id))) throw lastAdmin();
    await forgetUser(tx, id, clock());
    await audit(tx, { ...context.request, ip: '', userAgent: '' }, { action: 'user-deleted', actorId: id });
  }

  return {
    exportAccount: os.exportAccount.handler(async ({ context }) => {
      const { id: userId, email } = await requireOwnUser(pg, context.caller, clock());
      const elsewhere = await gatherFromNeighbours(neighbourFacts, { userId, email });
      await audit(pg, context.request, { action: 'account-exported', actorId: userId });
      const account = await personFacts(pg, userId);
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
