import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Clock, Part } from '@closingwire/chassis/part';
import { reasonsOf } from '../operator-error.ts';

export type Work = {
  /** Time of the newest good backup. */
  lastTakenAt(): Promise<Date | undefined>;
  /** Takes a backup, records it and removes outdated ones. Returns facts for the log. */
  take(signal: AbortSignal): Promise<object>;
  saveWithdrawals(): Promise<object>;
};

export type ScheduleOptions = { at: string; work: Work; clock: Clock; log: Log };

const HOUR_MS = 3_600_000;
const WITHDRAWALS_EVERY_MS = 300_000;
const TURN_MS = 15_000;

/** Returns the next time with this minute and hour, UTC. */
export function nextAt(at: string, after: Date): Date {
  const [minute = 0, hour = 0] = at.split(' ').map(Number);
  const next = new Date(after);
  next.setUTCHours(hour, minute, 0, 0);
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/**
 * Takes a backup once a day and saves withdrawals every five minutes. The due time follows from the newest backup:
 * after a time off, the machine takes a missed backup at once, as a new machine does. A failed backup is tried again
 * in an hour.
 */
export function openSchedule({ at, work, clock, log }: ScheduleOptions) {
  let backupNotBefore = 0;
  let withdrawalsNotBefore = 0;

  async function isDue(now: Date): Promise<boolean> {
    if (now.getTime() < backupNotBefore) return false;
    const last = await work.lastTakenAt();
    if (last === undefined) return true;
    // Until then the manifests need no check.
    backupNotBefore = nextAt(at, last).getTime();
    return backupNotBefore <= now.getTime();
  }

  async function backup(signal: AbortSignal): Promise<void> {
    try {
      if (!(await isDue(clock()))) return;
      log.info(await work.take(signal), 'backup taken');
    } catch (error) {
      if (signal.aborted) return;
      backupNotBefore = clock().getTime() + HOUR_MS;
      const again = new Date(backupNotBefore).toISOString();
      log.error({ reason: reasonsOf(error), again }, 'backup failed, will retry');
    }
  }

  async function withdrawals(): Promise<void> {
    if (clock().getTime() < withdrawalsNotBefore) return;
    withdrawalsNotBefore = clock().getTime() + WITHDRAWALS_EVERY_MS;
    try {
      log.info(await work.saveWithdrawals(), 'withdrawals saved');
    } catch (error) {
      log.error({ reason: reasonsOf(error) }, 'withdrawals not saved, will retry');
    }
  }

  /** Runs the due tasks. */
  return async (signal: AbortSignal): Promise<void> => {
    await withdrawals();
    if (!signal.aborted) await backup(signal);
  };
}

/** Runs the schedule until it is stopped; a backup under way is given up then. */
export function schedulePart(options: ScheduleOptions): Part {
  const stopped = new AbortController();
  const turn = openSchedule(options);
  let running: Promise<void> | undefined;

  async function loop({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await turn(signal);
      await pause(TURN_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    name: 'schedule',
    async start() {
      running = loop(stopped);
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
