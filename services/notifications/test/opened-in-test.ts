import { afterEach } from 'vitest';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';

type Stoppable = { stop(): Promise<void> };

/** What the tests of a file open, and a start of the service among it. After each test the last opened stops first. */
export function openedInTest(): { open: Stoppable[]; start: typeof startNotifications } {
  const open: Stoppable[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.stop();
  });
  async function start(
    overrides: Parameters<typeof startNotifications>[0] = {},
  ): Promise<RunningNotifications> {
    const running = await startNotifications(overrides);
    open.push(running);
    return running;
  }
  return { open, start };
}
