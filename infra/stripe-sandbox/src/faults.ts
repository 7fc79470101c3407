import { setTimeout as sleep } from 'node:timers/promises';

export type OrderedFault = {
  /** The endpoint's route, such as `post /v1/subscriptions/:id`. */
  route: string;
  /** `fail`: the call does nothing and returns a 500, which is stored under its idempotency key. */
  kind: 'fail' | 'delay';
  /** How long the call waits before it runs; its idempotency key is in use meanwhile. */
  delayMs: number;
};

/** The faults that tests ordered in one mode; a restart clears them. */
export type Faults = {
  /** While true, events are recorded, and sent only one at a time, on request. */
  pausesWebhooks: boolean;
  ordered: OrderedFault[];
};

export const noFaults = (): Faults => ({ pausesWebhooks: false, ordered: [] });

/** Removes and applies the first fault ordered for this route: waits for its delay. Returns true if the call must fail. */
export async function meetFault(faults: Faults, route: string): Promise<boolean> {
  const index = faults.ordered.findIndex(fault => fault.route === route);
  const [fault] = index === -1 ? [] : faults.ordered.splice(index, 1);
  if (!fault) return false;
  await sleep(fault.delayMs);
  return fault.kind === 'fail';
}
