import { type Compose, composeOf } from './compose.ts';
import type { Place, Running } from './place.ts';
import { longestDrainS } from './values.ts';

/** The containers of a project that run now. */
export async function runningServices(compose: Compose): Promise<string[]> {
  const names = await compose.read('ps', '--services', '--status', 'running');
  return names.split('\n').filter(Boolean);
}

/**
 * Ends a version. Its gateway ends first, as soon as no request is open and within DRAIN_S; until then the services behind it
 * run, so that uploads and exports are completed.
 */
export async function endVersion(place: Place, version: Pick<Running, 'image' | 'color'>): Promise<void> {
  const compose = composeOf(place, version);
  if ((await runningServices(compose)).includes('gateway'))
    await compose.run('stop', '--timeout', String(longestDrainS(place.settings)), 'gateway');
  await compose.run('down', '--timeout', '15');
}
