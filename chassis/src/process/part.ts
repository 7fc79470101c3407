/** One thing that a process starts and stops. */
export type Part = {
  name: string;
  start(): Promise<void>;
  /** Ends what runs, after finishing what has begun. Must be safe to call when `start` failed. */
  stop(): Promise<void>;
  /** Throws when the process should take no traffic because of this part. */
  check?(): Promise<void> | void;
};

/** Now. Passed to whoever needs the time, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
