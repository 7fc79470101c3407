import { z } from 'zod';
import { instant, stateCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

/** Uses of a source's closings that its license may permit. */
export const sourceUses = ['lists', 'exports', 'api'] as const;
export type SourceUse = (typeof sourceUses)[number];

/** How a source delivers: it sends with ingestion keys, an admin uploads its files, or the product pulls from it. */
export const sourceKinds = ['key', 'file', 'reso'] as const;

const sourceId = z.coerce.number().int().min(1).max(32_767);
const text = (max: number) => z.string().trim().max(max);

const licenseOf = {
  name: text(100).min(1, 'Please enter a name'),
  license: text(200).nullable().describe('The license: its name, number or address'),
  permittedUses: z
    .array(z.enum(sourceUses))
    .describe('Uses that the license permits; other uses leave its closings out'),
  states: z
    .array(stateCode)
    .min(1)
    .nullable()
    .describe('The states of the license, null for every state; other rows are rejected'),
  expiresAt: instant.nullable().describe('When the license ends; from then on its closings are hidden'),
  contact: text(200).nullable().describe('The person or office to ask'),
  mustBeNamed: z.boolean().describe('Exports and the API must name the source'),
};

/** A source of leads with its license. */
export const source = z.object({
  id: sourceId,
  kind: z.enum(sourceKinds),
  ...licenseOf,
  isValid: z.boolean().describe('The license has not ended'),
  keys: z.array(z.string()).describe('The names of its ingestion keys'),
  lastDeliveryAt: instant.nullable(),
});
export type Source = z.output<typeof source>;

const taken = { source_exists: { status: 409, message: 'There is a source of this name' } };

/** Routes of the license register. */
export const sourcesApi = {
  listSources: route('admin', 'GET /api/admin/sources', {
    summary: 'List the sources of leads with their licenses',
  }).output(z.object({ sources: z.array(source) })),

  createSource: route('admin', 'POST /api/admin/sources', { summary: 'Add a source of leads', status: 201 })
    .errors(taken)
    .input(z.object({ ...licenseOf, kind: z.enum(sourceKinds) }))
    .output(source),

  updateSource: route('admin', 'PUT /api/admin/sources/{sourceId}', { summary: "Change a source's license" })
    .errors({ ...missing, ...taken })
    .input(z.object({ sourceId, ...licenseOf }))
    .output(source),
};
