import { startWhole } from './whole.ts';
import { announceWhole, isWholeAnnounced } from './whole-addresses.ts';

/** Vitest's global set-up of the journeys: one whole for all of them, or the one that the environment names. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (isWholeAnnounced()) return undefined;
  const whole = await startWhole();
  announceWhole(whole.addresses);
  return whole.stop;
}
