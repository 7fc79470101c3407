import { afterEach } from 'vitest';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';

type Stoppable = { stop(): Promise<void> };

/** Stops what a test opened after it, in reverse order. `start` starts the service and adds it to `open`. */
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
