import { type Compose, composeOf } from './compose.ts';
import type { Deployment, Running } from './deployment.ts';
import { longestDrainS } from './values.ts';

/** Returns the running containers of a project. */
export async function runningServices(compose: Compose): Promise<string[]> {
  const names = await compose.read('ps', '--services', '--status', 'running');
  return names.split('\n').filter(Boolean);
}

/**
 * Ends a version. Its gateway ends first, when it has no open request or after DRAIN_S. The services behind it run
 * until then, so uploads and exports complete.
 */
export async function endVersion(
  deployment: Deployment,
  version: Pick<Running, 'image' | 'color'>,
): Promise<void> {
  const compose = composeOf(deployment, version);
  if ((await runningServices(compose)).includes('gateway'))
    await compose.run('stop', '--timeout', String(longestDrainS(deployment.settings)), 'gateway');
  await compose.run('down', '--timeout', '15');
}
