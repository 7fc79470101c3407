import type { Observation } from '../workload.ts';

export type Counts = {
  begun: number;
  cutOff: number;
  /** Interrupted requests that the service had already carried out. */
  afterCommit: number;
};

/** Commands that users send in rounds; each round kills auth. */
export type RoundWorkload = {
  name: string;
  /** Prepares a round while auth runs. */
  prepare(): Promise<void>;
  /** Runs the round. Auth is killed during it. Never rejects. */
  act(): Promise<void>;
  /** Continues as users do after the restart: waits for the email, clicks again, signs in. */
  mend(): Promise<void>;
  /** Reads from outside which effects exist, and how often. */
  observe(): Promise<Observation[]>;
  counts(): Counts;
};

/** Users per round. */
export const PER_ROUND = 2;

/** Wait for an email that may never have been requested. */
export const SHORTLY_MS = 1_500;

export const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
