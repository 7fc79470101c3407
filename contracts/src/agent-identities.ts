import { z } from 'zod';
import { contactFields } from './contacts.ts';
import { id, instant, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

/** The row of an agent in one ZIP. */
const identityRow = z.object({
  zip: zipCode,
  agentId: id,
  fullName: z.string(),
  licenseNumber: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  phone: z.string().nullable(),
  brokerageName: z.string().nullable(),
  closings: z.int(),
  isSuppressed: z.boolean(),
  wrongContacts: z.array(z.enum(contactFields)).optional().describe('Confirmed as wrong by an admin'),
});

/** An agent as one person in the nation, with the rows of their ZIPs. */
export const agentIdentity = z.object({
  id,
  rows: z.array(identityRow),
  mergedAt: z.array(instant).describe('When other identities were merged into this one'),
});
export type AgentIdentity = z.output<typeof agentIdentity>;

const identityId = id;

/** Routes of agents across ZIPs, for admins. */
export const agentIdentitiesApi = {
  findIdentities: route('admin', 'GET /api/admin/agents', {
    summary: 'Find agents by a part of the name, or a whole email address, phone or license number',
  })
    .input(z.object({ contact: z.string().trim().min(3).max(254) }))
    .output(z.object({ identities: z.array(agentIdentity) })),

  splitIdentity: route('admin', 'POST /api/admin/agents/{identityId}/split', {
    summary: 'Make some rows of an agent another agent',
    description:
      'Contacts that both agents have identify nobody from then on. The same rows, delivered again, stay apart.',
  })
    .errors({ ...missing, nothing_left: { status: 400, message: 'Expected rows that stay with the agent' } })
    .input(
      z.object({
        identityId,
        rows: z
          .array(z.object({ zip: zipCode, agentId: id }))
          .min(1)
          .max(10_000),
      }),
    )
    .output(z.object({ identityId })),

  mergeIdentities: route('admin', 'POST /api/admin/agents/{identityId}/merge', {
    summary: 'Make another agent the same as this one, within seconds',
    status: 202,
  })
    .errors(missing)
    .input(z.object({ identityId, from: identityId }))
    .output(z.object({ identityId })),
};
