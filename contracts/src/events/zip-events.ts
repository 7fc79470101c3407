import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { id, instant, stateCode, zipCode } from '../primitive.ts';

const claimState = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  /** Version of the claim. */
  version: z.int(),
  claimId: id,
  userId: id,
  industry: z.string(),
  /** Who caused it; billing grants a subscription for an admin's assignment only. */
  assignedBy: z.enum(['subscription', 'admin']),
  at: instant,
});

export const zipAssigned = defineEvent('zip.assigned', {
  by: 'catalog',
  summary: 'A ZIP is claimed for a person and their industry',
  data: claimState,
  key: claim => claim.zipCode,
});
export const zipReleased = defineEvent('zip.released', {
  by: 'catalog',
  summary: 'A claim on a ZIP ended',
  data: claimState,
  key: claim => claim.zipCode,
});
export const zipChanged = defineEvent('zip.changed', {
  by: 'catalog',
  summary: 'Price, availability or refresh of a ZIP changed',
  data: z.object({
    zipCode,
    version: z.int(),
    city: z.string(),
    state: stateCode,
    /** The admins' note; charged nowhere. */
    price: z.int(),
    isAvailable: z.boolean(),
    scrapeActive: z.boolean(),
  }),
  key: zip => zip.zipCode,
});
export const zipRefreshRequested = defineEvent('zip.refresh-requested', {
  by: 'leads',
  summary: 'A subscribed ZIP is due for fresh leads',
  data: z.object({ zipCode, requestedAt: instant }),
  key: zip => zip.zipCode,
});
