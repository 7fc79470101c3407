import { z } from 'zod';
import { id } from './primitive.ts';
import { routesOf, type ServiceName } from './route.ts';

/** What one service stores about a user: named lists and objects, readable without a schema. */
export const exportedFacts = z.record(z.string(), z.unknown());
export type ExportedFacts = z.output<typeof exportedFacts>;

/** The internal route by which a service returns what it stores about one user, for the account export. */
export const userFactsRoute = (service: ServiceName) =>
  routesOf(service)('internal', {
    method: 'GET',
    path: `/internal/${service}/people/{userId}`,
    summary: 'What this service keeps about a user',
  })
    .input(z.object({ userId: id, email: z.string().max(254) }))
    .output(exportedFacts);
