import { setTimeout as sleep } from 'node:timers/promises';

/** A fault that the next call of one endpoint meets. */
export type OrderedFault = {
  /** The endpoint's route, such as `post /v1/subscriptions/:id`. */
  route: string;
  /** `fail`: a 500 that is stored under the call's idempotency key, and the call does nothing. */
  kind: 'fail' | 'delay';
  /** How long the call waits before it does anything; its idempotency key is in use meanwhile. */
  delayMs: number;
};

/** What tests ordered from one mode. It ends with the process. */
export type Faults = {
  /** Events are recorded and not sent, except one at a time on demand. */
  holdsWebhooks: boolean;
  ordered: OrderedFault[];
};

export const noFaults = (): Faults => ({ holdsWebhooks: false, ordered: [] });

/** Waits as ordered; true when the call shall fail. Each order is met once. */
export async function meetFault(faults: Faults, route: string): Promise<boolean> {
  const index = faults.ordered.findIndex(fault => fault.route === route);
  const [fault] = index === -1 ? [] : faults.ordered.splice(index, 1);
  if (!fault) return false;
  await sleep(fault.delayMs);
  return fault.kind === 'fail';
}
