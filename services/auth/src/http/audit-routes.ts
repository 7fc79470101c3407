import { implementer } from '@closingwire/chassis/http';
import { authApi } from '@closingwire/contracts/auth';
import { searchAudit } from '../audit-log/search.ts';
import type { Dependencies } from './dependencies.ts';
import { requireOwnAdmin } from './own-user.ts';

const os = implementer(authApi);

/** The audit log as admins read it. */
export const auditRoutes = ({ pg, clock }: Dependencies) => ({
  searchAudit: os.searchAudit.handler(async ({ input, context }) => {
    await requireOwnAdmin(pg, context.caller, clock());
    return searchAudit(pg, input);
  }),
});
