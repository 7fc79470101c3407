import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { localDirectory } from '../root.ts';
import { discardData } from '../servers/discard-data.ts';
import { openSupervisor, type Supervisor } from '../supervisor/supervisor.ts';

/** Does the work on a platform in a temporary folder. `stop`, or failed work, ends the platform and deletes its data. */
export async function onScratchPlatform<T extends object>(
  work: (supervisor: Supervisor) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/test-`);
  await mkdir(`${dir}/log`);
  const supervisor = await openSupervisor(dir);
  async function stop(): Promise<void> {
    await supervisor.stop();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    return { ...(await work(supervisor)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
