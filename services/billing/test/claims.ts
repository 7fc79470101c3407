import { newId } from '@closingwire/chassis/ids';
import type { TestUser } from './start-billing.ts';

/** Returns the data of an event that gave a ZIP of Seattle to a user. */
export const claimOf = (user: TestUser, zipCode: string, assignedBy: 'admin' | 'subscription' = 'admin') => ({
  zipCode,
  city: 'Seattle',
  state: 'WA',
  version: 1,
  claimId: newId(),
  userId: user.id,
  industry: user.industry,
  assignedBy,
  at: new Date().toISOString(),
});
