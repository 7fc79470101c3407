import type { Router } from 'express';
import { contactRoutes, uploadDoNotCallList } from './contacts/routes.ts';
import { impl, type RouteDeps } from './context.ts';
import { deletionListRoutes, deletionReply, uploadDeletionList } from './deletion-lists/routes.ts';
import { digestRoutes } from './digest/routes.ts';
import { exportAgain, exportCsv, makeFile } from './exports/files.ts';
import { exportRoutes } from './exports/routes.ts';
import { feedRoutes } from './feeds/routes.ts';
import { flaggedClosingRoutes } from './flags/closing-routes.ts';
import { flagRoutes } from './flags/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { closingContactRoutes } from './lists/closing-contacts.ts';
import { closingsOfSourceRoutes } from './lists/closings-of-source.ts';
import { customerListRoutes } from './lists/customer-lists.ts';
import { figuresRoutes } from './lists/figures.ts';
import { adminRoutes, agentRoutes } from './lists/routes.ts';
import { zipFiguresRoutes } from './lists/zip-figures.ts';
import { zipRoutes } from './lists/zip-routes.ts';
import { optOutAdminRoutes } from './opt-out/admin-routes.ts';
import { optOutRoutes } from './opt-out/routes.ts';
import { ownListRoutes, uploadOwnList } from './own-lists/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { ingestionStateRoutes } from './receiving/ingestion-state.ts';
import { rejectedRowRoutes } from './receiving/list-rejects.ts';
import { rejectsFile } from './receiving/rejects-file.ts';
import { batchRoutes, deliverFile, ingestLeads } from './receiving/routes.ts';
import { sourceRoutes } from './sources/routes.ts';
import { agentPageRoutes, todayRoutes, viewRoutes } from './today/routes.ts';
import { userFacts } from './user-data.ts';

export const leadsRouter = (deps: RouteDeps) =>
  impl.router({
    exportUser: impl.exportUser.handler(({ input }) => userFacts(deps.pg, input.userId, input.email)),
    ...agentRoutes(deps),
    ...zipRoutes(deps),
    ...partnerRoutes(deps),
    ...figuresRoutes(deps),
    ...zipFiguresRoutes(deps),
    ...flagRoutes(deps),
    ...flaggedClosingRoutes(deps),
    ...adminRoutes(deps),
    ...batchRoutes(deps),
    ...ingestionStateRoutes(deps),
    ...optOutRoutes(deps),
    ...optOutAdminRoutes(deps),
    ...sourceRoutes(deps),
    ...closingsOfSourceRoutes(deps),
    ...feedRoutes(deps),
    ...identityRoutes(deps),
    ...deletionListRoutes(deps),
    ...contactRoutes(deps),
    ...closingContactRoutes(deps),
    ...todayRoutes(deps),
    ...agentPageRoutes(deps),
    ...viewRoutes(deps),
    ...customerListRoutes(deps),
    ...rejectedRowRoutes(deps),
    ...exportRoutes(deps),
    ...ownListRoutes(deps),
    ...digestRoutes(deps),
  });

/** Routes with a stream as body. */
export const plainLeadsRoutes = (deps: RouteDeps) => (app: Router) => {
  ingestLeads(app, deps);
  deliverFile(app, deps);
  rejectsFile(app, deps);
  exportCsv(app, deps);
  makeFile(app, deps);
  exportAgain(app, deps);
  uploadOwnList(app, deps);
  uploadDeletionList(app, deps);
  deletionReply(app, deps);
  uploadDoNotCallList(app, deps);
};
