import type { WholeAddresses } from '../platform/whole-addresses.ts';
import type { Random } from './seeded-random.ts';

/**
 * What became of one command, as its sender saw it. An unanswered one may or may not have taken effect, so it may
 * be found at most once; an accepted one must be found exactly once; a refused one not at all.
 */
export type ReplyKind = 'accepted' | 'refused' | 'unanswered';

/** A command that was sent, by a key that its effects carry. */
export type Sent = { key: string; verdict: ReplyKind };

/** How often the effect of each command was found in one place, by key. */
export type Observation = {
  place: string;
  sent: readonly Sent[];
  counts: Map<string, number>;
  /** Keys whose missing effect the product owns up to: of a notice it cannot know about, it sends none again. */
  mayMiss?: Set<string>;
  /** Keys whose second effect the product owns up to: of mail that gives access it rather sends a second one. */
  mayRepeat?: Set<string>;
};

export type Stage = { whole: WholeAddresses; random: Random };

/** Something that people do with the product while faults go on. */
export type Workload = {
  name: string;
  /** From one step to the next, so that limits on requests do not become the story. */
  pauseMs: number;
  /** Does it once and remembers what the reply was. */
  step(): Promise<void>;
  /** Looks, from outside, at every place where effects must be. */
  observe(): Promise<Observation[]>;
};
