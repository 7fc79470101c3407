import type { Observation } from '../workload.ts';

export type Counts = {
  begun: number;
  cutOff: number;
  /** Of those that were cut off: what the service had done already when its answer was lost. */
  afterCommit: number;
};

/** One thing that people do with their accounts while auth is killed, round by round. */
export type RoundWorkload = {
  name: string;
  /** Makes ready for a round, while auth lives. */
  prepare(): Promise<void>;
  /** Does it. Auth is killed somewhere on the way; never rejects. */
  act(): Promise<void>;
  /** Does what people do once auth is back: waits for the mail, clicks again, signs in. */
  mend(): Promise<void>;
  /** Looks, from outside, at what there must be once and what there must not be. */
  observe(): Promise<Observation[]>;
  counts(): Counts;
};

/** How many people do it in a round. */
export const PER_ROUND = 2;

/** How long people wait for a mail that may never have been asked for. */
export const SHORTLY_MS = 1_500;

export const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
