import { startWhole } from './whole.ts';
import { isWholeRunning, publishWhole } from './whole-addresses.ts';

/** Vitest's global set-up of the journeys: one whole for all of them, or the one that the environment names. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (isWholeRunning()) return undefined;
  const whole = await startWhole();
  publishWhole(whole.addresses);
  return whole.stop;
}
