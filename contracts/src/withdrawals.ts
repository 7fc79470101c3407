import { z } from 'zod';
import { deletionKinds } from './deletion-lists.ts';
import { contactKind, optOutState } from './opt-out.ts';
import { day, id, instant } from './primitive.ts';

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

/** A list of California's deletion platform without its records. */
const storedListFacts = z.object({
  id,
  kind: z.enum(deletionKinds),
  fileName: z.string(),
  listedOn: day,
  digest: hash,
  uploadedBy: id.nullable(),
  uploadedAt: instant,
  finishedAt: instant,
  repliedAt: instant.nullable(),
  deleted: z.int(),
  optedOut: z.int(),
});

/** A record's ID, hash and code; no code: not found. */
const storedRecord = z.tuple([z.string(), hash, z.int().nullable()]);
const storedSuppression = z.tuple([contactKind, hash]);

/** A processed list with the hashes by which its agents are known again. */
export const storedDeletionList = storedListFacts.extend({
  records: z.array(storedRecord),
  suppressions: z.array(storedSuppression),
});
export type StoredDeletionList = z.output<typeof storedDeletionList>;

/** A part of a list: records from the position `first` on, counted from 1, or suppressions. The last one ends the list. */
export const deletionListPart = z.object({
  list: storedListFacts,
  first: z.int(),
  records: z.array(storedRecord),
  suppressions: z.array(storedSuppression),
  isLast: z.boolean(),
});
export type DeletionListPart = z.output<typeof deletionListPart>;

export const deletedUser = z.object({ id, deletedAt: instant });

/** Deletions, declines, opt-outs and deletion lists. An older backup lacks them, so a restore repeats them on the restored data. */
export const withdrawals = z.object({
  takenAt: instant,
  /** The installation's ID; absent in files of earlier versions. */
  installation: z.string().optional(),
  deletedUsers: z.array(deletedUser),
  /** Users who declined notices by email. */
  declines: z.array(id),
  optOuts: z.array(storedOptOut),
  /** Absent in files of earlier versions. */
  deletionLists: z.array(storedDeletionList).default([]),
});
export type Withdrawals = z.output<typeof withdrawals>;

/** Jobs that repeat withdrawals in a service. A restore enqueues them, each with its part of the withdrawals. */
export const repeatWithdrawals = {
  users: { name: 'repeat-withdrawals', payload: withdrawals.pick({ deletedUsers: true, declines: true }) },
  optOuts: { name: 'repeat-opt-outs', payload: withdrawals.pick({ optOuts: true }) },
  deletionLists: { name: 'repeat-deletion-lists', payload: deletionListPart },
} as const;
