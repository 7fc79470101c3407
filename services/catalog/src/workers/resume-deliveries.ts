import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { takeWaiting } from '../db/deliveries.ts';
import { scheduleAttempt } from '../webhook/schedule-delivery.ts';
import { webhookUrl } from '../webhook/webhook-url.ts';

export const RESUME_TASK = 'resume-deliveries';
/** Also every minute: a delivery may begin to wait just when the address came. */
export const resumeCrontab = `* * * * * ${RESUME_TASK}`;

const BATCH = 500;

/** Looks soon whether deliveries that wait can leave. */
export const addResume = (tx: Tx): Promise<void> => addJob(tx, RESUME_TASK, {}, { key: RESUME_TASK });

/** Sends what waited for an address, once there is one. Killed halfway, the rest still waits. */
export function resumeDeliveries({ pg, initialUrl }: { pg: Pg; initialUrl: string | undefined }): Task {
  return async () => {
    if (!(await webhookUrl(pg, initialUrl))) return;
    for (let taken = BATCH; taken === BATCH; ) taken = await pg.transaction(resumeSome);
  };
}

async function resumeSome(tx: Tx): Promise<number> {
  const resumed = await takeWaiting(tx, BATCH);
  const now = new Date();
  for (const { id, attempts } of resumed) await scheduleAttempt(tx, id, attempts + 1, now);
  return resumed.length;
}
