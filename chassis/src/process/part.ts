/** A component that a process starts, checks and stops. */
export type Part = {
  name: string;
  start(): Promise<void>;
  /** Finishes work in progress, then stops. Safe to call if `start` failed. */
  stop(): Promise<void>;
  /** Throws if the process should get no traffic. */
  check?(): Promise<void> | void;
};

/** Returns the current time; injected for tests. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
