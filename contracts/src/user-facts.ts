import { z } from 'zod';
import { id } from './primitive.ts';
import { routesOf, type ServiceName } from './route.ts';

/** One service's data about a user: lists and objects by name. */
export const exportedFacts = z.record(z.string(), z.unknown());
export type ExportedFacts = z.output<typeof exportedFacts>;

/** Returns the internal route of a service for the account export. */
export const userFactsRoute = (service: ServiceName) =>
  routesOf(service)('internal', `GET /internal/${service}/people/{userId}`, {
    summary: 'Get all data that this service stores about a user',
  })
    .input(z.object({ userId: id, email: z.string().max(254) }))
    .output(exportedFacts);
