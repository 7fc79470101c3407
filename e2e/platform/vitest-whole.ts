import { startWhole } from './whole.ts';
import { announceWhole } from './whole-addresses.ts';

/** Vitest's global set-up of the journeys: one whole for all of them. */
export default async function setup(): Promise<() => Promise<void>> {
  const whole = await startWhole();
  announceWhole(whole.addresses);
  return whole.stop;
}
