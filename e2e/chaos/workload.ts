import type { WholeAddresses } from '../platform/whole-addresses.ts';
import type { Random } from './seeded-random.ts';

/** The reply to a command. An accepted command must have one effect, a refused one none, an unanswered one at most one. */
export type ReplyKind = 'accepted' | 'refused' | 'unanswered';

/** A sent command, with the key that its effects carry. */
export type Sent = { key: string; verdict: ReplyKind };

/** Numbers of effects in one place, by key. */
export type Observation = {
  where: string;
  sent: readonly Sent[];
  counts: Map<string, number>;
  /** Keys whose effect may be missing: a notice with an unknown outcome is not sent again. */
  mayMiss?: Set<string>;
  /** Keys whose effect may be repeated: an email that gives access is sent again if its outcome is unknown. */
  mayRepeat?: Set<string>;
};

export type Stage = { whole: WholeAddresses; random: Random };

/** A kind of use during faults. */
export type Workload = {
  name: string;
  /** Pause between steps, to stay below the rate limits. */
  pauseMs: number;
  /** Runs one step and stores the reply. */
  step(): Promise<void>;
  /** Reads the effects from all places where they must be. */
  observe(): Promise<Observation[]>;
};
