import { z } from 'zod';
import { contactKind, optOutState } from './opt-out.ts';
import { id, instant } from './primitive.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An agent's request to be left out of the lists, as it is stored: what it names as hashes. */
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
      /** On the suppression list. */ isInEffect: z.boolean(),
    }),
  ),
});
export type StoredOptOut = z.output<typeof storedOptOut>;

export const deletedUser = z.object({ id, deletedAt: instant });

/** What people took back. A restore of an older backup would lose it, so it is repeated on the restored data. */
export const withdrawals = z.object({
  takenAt: instant,
  /** Of which installation they are; earlier versions did not record it. */
  installation: z.string().optional(),
  deletedUsers: z.array(deletedUser),
  /** Users who want no notices by mail. */
  declines: z.array(id),
  optOuts: z.array(storedOptOut),
});
export type Withdrawals = z.output<typeof withdrawals>;

/** The jobs by which services repeat them; a restore enqueues these, with a part of the withdrawals. */
export const repeatWithdrawals = {
  /** Of auth. */
  users: { name: 'repeat-withdrawals', payload: withdrawals.pick({ deletedUsers: true, declines: true }) },
  /** Of leads. */
  optOuts: { name: 'repeat-opt-outs', payload: withdrawals.pick({ optOuts: true }) },
} as const;
