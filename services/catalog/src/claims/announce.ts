import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import type { Claim } from '../domain/claim.ts';

type Place = { city: string; state: string };

const stateOf = (claim: Claim, { city, state }: Place, now: Date) => ({
  zipCode: claim.zipCode,
  city,
  state,
  version: claim.version,
  claimId: claim.id,
  userId: claim.userId,
  industry: claim.industry,
  assignedBy: claim.assignedBy,
  at: now.toISOString(),
});

export const announceAssigned = (tx: Tx, claim: Claim, place: Place, now: Date): Promise<void> =>
  publish(tx, zipAssigned, stateOf(claim, place, now));

export const announceReleased = (tx: Tx, claim: Claim, place: Place, now: Date): Promise<void> =>
  publish(tx, zipReleased, stateOf(claim, place, now));
