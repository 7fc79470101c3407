import { z } from 'zod';
import { id } from './primitive.ts';
import { routesOf, type ServiceName } from './route.ts';

/** What one service keeps about a person: named lists and objects, readable without a schema. */
export const exportedFacts = z.record(z.string(), z.unknown());
export type ExportedFacts = z.output<typeof exportedFacts>;

/** The internal route by which a service hands out what it keeps about one person, for the account export. */
export const personFactsRoute = (service: ServiceName) =>
  routesOf(service)('internal', {
    method: 'GET',
    path: `/internal/${service}/people/{userId}`,
    summary: 'What this service keeps about a person',
  })
    .input(z.object({ userId: id, email: z.string().max(254) }))
    .output(exportedFacts);
