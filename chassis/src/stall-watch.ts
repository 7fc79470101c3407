import type { Bus } from './kafka.ts';
import type { Log } from './log.ts';

const STALL_MS = 60_000;
const PROBE_MS = 5_000;

/**
 * Ends the process when a consumer has polled nothing for a minute although the broker answers: a supervisor
 * starts a fresh one. While the broker is away nothing can be polled, and the process lives on.
 */
export function exitOnStall({
  group,
  bus,
  log,
  stallMs = STALL_MS,
}: {
  group: string;
  bus: Bus;
  log: Log;
  stallMs?: number;
}) {
  let last = Date.now();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    if (Date.now() - last < stallMs) return;
    if (!(await answers(bus))) {
      last = Date.now();
      return;
    }
    if (Date.now() - last < stallMs || !timer) return;
    log.fatal({ group, stalledMs: Date.now() - last }, 'consumer stopped polling');
    process.exit(1);
  }

  return {
    progress: () => {
      last = Date.now();
    },
    start() {
      last = Date.now();
      timer = setInterval(() => void look(), stallMs / 12);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

async function answers(bus: Bus): Promise<boolean> {
  const admin = bus.kafka.admin();
  const probe = admin
    .connect()
    .then(() => admin.describeCluster())
    .then(() => true)
    .catch(() => false);
  const late = new Promise<boolean>(resolve => setTimeout(() => resolve(false), PROBE_MS).unref());
  try {
    return await Promise.race([probe, late]);
  } finally {
    void admin.disconnect().catch(() => {});
  }
}
