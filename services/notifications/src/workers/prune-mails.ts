import type { Clock } from '@closingwire/chassis/clock';
import type { Task } from '@closingwire/chassis/jobs';
import type { Pg } from '@closingwire/chassis/pg';
import { emptyEndedBefore } from '../db/mails.ts';

export const PRUNE_TASK = 'prune-mails';
export const pruneCrontab = `23 4 * * * ${PRUNE_TASK}`;

const KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Forgets what mails said that were not sent; that they were not stays known. */
export function pruneMails({ pg, clock }: { pg: Pg; clock: Clock }): Task {
  return async () => emptyEndedBefore(pg, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}
