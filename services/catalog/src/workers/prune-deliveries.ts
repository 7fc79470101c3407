import type { Task } from '@closingwire/chassis/jobs';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { deleteFinishedBefore } from '../db/deliveries.ts';

export const PRUNE_TASK = 'prune-deliveries';
export const pruneCrontab = `17 4 * * * ${PRUNE_TASK}`;

const KEPT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** Forgets deliveries that ended long ago. */
export function pruneDeliveries({ pg, clock }: { pg: Pg; clock: Clock }): Task {
  return async () => deleteFinishedBefore(pg, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}
