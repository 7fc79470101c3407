import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { changeOf } from '@closingwire/contracts/audit';
import { impl, type RouteDeps } from '../context.ts';
import { insertUnknownUser } from '../replicas.ts';
import { correct, setHidden } from './flagged-closing.ts';
import { toLeadFlag } from './routes.ts';
import { oneFlag } from './store.ts';

/** Routes by which an admin hides or corrects the closing of a flag. */
export function flaggedClosingRoutes({ pg, clock }: RouteDeps) {
  return {
    setClosingHidden: impl.setClosingHidden.handler(async ({ input: { flagId, isHidden }, context }) => {
      const admin = asUser(context.caller);
      const { flag, isChanged } = await pg.transaction(async tx => {
        await insertUnknownUser(tx, admin);
        const isChanged = await setHidden(tx, { flagId, isHidden, adminId: admin.id, now: clock() });
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), isChanged };
      });
      nameChanges(isChanged ? [changeOf('isHidden', !isHidden, isHidden)] : [], context.responseHeaders);
      return flag;
    }),

    correctClosing: impl.correctClosing.handler(async ({ input: { flagId, fields }, context }) => {
      const { flag, changes } = await pg.transaction(async tx => {
        const changes = await correct(tx, { flagId, fields, now: clock() });
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), changes };
      });
      nameChanges(changes, context.responseHeaders);
      return flag;
    }),
  };
}
