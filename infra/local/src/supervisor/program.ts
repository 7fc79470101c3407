import type { Command } from '../command.ts';

/** A long-lived process as data: how to run it, how to see that it is ready, how to end it. */
export type Program = {
  name: string;
  command: Command;
  env?: Record<string, string>;
  logFile: string;
  /** The signal that ends it politely. */
  stopSignal: NodeJS.Signals;
  /** After this long the polite signal is followed by SIGKILL. */
  stopWithinMs: number;
  readyWithinMs: number;
  /** What a person may do when it does not come up, as sentences. */
  remedy: string;
  /** Asked every few milliseconds after each spawn, until it says so. */
  isReady: () => Promise<boolean>;
};
