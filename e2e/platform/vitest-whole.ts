import { startWhole } from './whole.ts';
import { isWholeRunning, publishWhole } from './whole-addresses.ts';

/** Vitest's global setup for journeys: starts one product for all, unless the environment names one. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (isWholeRunning()) return undefined;
  const whole = await startWhole();
  publishWhole(whole.addresses);
  return whole.stop;
}
