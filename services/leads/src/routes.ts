import type { Router } from 'express';
import { personFacts } from './db/person-facts.ts';
import { optOutAdminRoutes } from './opt-out/admin-routes.ts';
import { optOutRoutes } from './opt-out/routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { batchRoutes } from './routes/batch-routes.ts';
import type { RouteDeps } from './routes/deps.ts';
import { exportCsv } from './routes/export-csv.ts';
import { figuresRoutes } from './routes/figures-routes.ts';
import { flagRoutes } from './routes/flag-routes.ts';
import { impl } from './routes/implementer.ts';
import { ingestLeads } from './routes/ingest-leads.ts';
import { partnerRoutes } from './routes/partner-routes.ts';

/** Every call of the contract that leads answers. */
export const leadsRouter = (deps: RouteDeps) =>
  impl.router({
    exportPerson: impl.exportPerson.handler(({ input }) => personFacts(deps.pg, input.userId, input.email)),
    ...agentRoutes(impl, deps),
    ...partnerRoutes(impl, deps),
    ...figuresRoutes(impl, deps),
    ...flagRoutes(impl, deps),
    ...adminRoutes(impl, deps),
    ...batchRoutes(impl, deps),
    ...optOutRoutes(impl, deps),
    ...optOutAdminRoutes(impl, deps),
  });

/** The calls whose body is a stream. */
export const plainLeadsRoutes = (deps: RouteDeps) => (app: Router) => {
  ingestLeads(app, deps);
  exportCsv(app, deps);
};
