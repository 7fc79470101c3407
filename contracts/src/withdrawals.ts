import { z } from 'zod';
import { contactKind, optOutState } from './opt-out.ts';
import { id, instant } from './primitive.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored opt-out request of an agent. It contains hashes instead of personal data. */
export const storedOptOut = z.object({
  id,
  state: optOutState.exclude(['expired']),
  secretHash: hash.nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  contacts: z.array(
    z.object({
      kind: contactKind,
      hash,
      masked: z.string(),
      /** Whether the request suppresses the contact. */
      isInEffect: z.boolean(),
    }),
  ),
});
export type StoredOptOut = z.output<typeof storedOptOut>;

export const deletedUser = z.object({ id, deletedAt: instant });

/** Deletions, declines and opt-outs. An older backup lacks them, so a restore repeats them on the restored data. */
export const withdrawals = z.object({
  takenAt: instant,
  /** The installation's ID; absent in files of earlier versions. */
  installation: z.string().optional(),
  deletedUsers: z.array(deletedUser),
  /** Users who declined notices by email. */
  declines: z.array(id),
  optOuts: z.array(storedOptOut),
});
export type Withdrawals = z.output<typeof withdrawals>;

/** Jobs that repeat withdrawals in a service. A restore enqueues them, each with its part of the withdrawals. */
export const repeatWithdrawals = {
  users: { name: 'repeat-withdrawals', payload: withdrawals.pick({ deletedUsers: true, declines: true }) },
  optOuts: { name: 'repeat-opt-outs', payload: withdrawals.pick({ optOuts: true }) },
} as const;
