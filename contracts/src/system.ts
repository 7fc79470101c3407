import { z } from 'zod';
import { instant } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('auth');

/** The most dead letters that are shown, sent again or discarded at once. */
export const DEAD_LETTERS_AT_ONCE = 50;

/** How a process reports itself at its management port. `unreachable`: nobody listens there. */
export const processState = z.object({
  name: z.string(),
  state: z.enum(['ready', 'not ready', 'unreachable']),
  /** What it was built from; null where nobody named it. */
  revision: z.string().nullable(),
  startedAt: instant.nullable(),
  /** Its parts that are well: the servers that it reaches among them. */
  readyParts: z.array(z.string()),
  /** Its parts that are not well, and why. */
  problems: z.array(z.object({ part: z.string(), message: z.string() })),
});
export type ProcessState = z.output<typeof processState>;

/** What waits for a consumer group: messages of its topics that it has not handled, and those that it gave up on. */
export const groupState = z.object({
  group: z.string(),
  lag: z.int().describe('Messages that wait to be handled, of all topics'),
  topics: z
    .array(z.object({ topic: z.string(), lag: z.int() }))
    .describe('Those with a lag, the longest first'),
  deadLetters: z.int().describe('Messages that it gave up on and nobody has decided about'),
});
export type GroupState = z.output<typeof groupState>;

export const backupRecord = z.object({ takenAt: instant, bytes: z.int() });

export const deadLetter = z.object({
  offset: z.string().describe('Where it is in the dead topic'),
  topic: z.string().describe('Where it came from'),
  key: z.string().nullable(),
  eventId: z.string().nullable(),
  error: z.string(),
  tries: z.int(),
  parkedAt: instant,
});
export type DeadLetter = z.output<typeof deadLetter>;

const group = z.string().regex(/^[a-z][a-z-]{1,40}$/, 'A group is named like its process, such as billing');
const decision = z.object({
  group,
  through: z
    .string()
    .regex(/^\d{1,18}$/)
    .describe('The offset of the last letter that it is about; those that came later stay'),
});
const unavailable = {
  bus_unavailable: { status: 503, message: 'The event bus does not answer; try again shortly' },
};
const path = '/api/admin/system';

/** What an admin sees of the running product, and does about messages that no consumer could handle. */
export const systemApi = {
  systemState: route('admin', {
    method: 'GET',
    path,
    summary: 'Processes, consumer groups and the last backup',
    description: '`groups` is null while the event bus does not answer.',
  }).output(
    z.object({
      processes: z.array(processState),
      groups: z.array(groupState).nullable(),
      lastBackup: backupRecord.nullable(),
    }),
  ),

  listDeadLetters: route('admin', {
    method: 'GET',
    path: `${path}/dead-letters`,
    summary: `The oldest ${DEAD_LETTERS_AT_ONCE} messages that a consumer group gave up on`,
  })
    .errors({ ...missing, ...unavailable })
    .input(z.object({ group }))
    .output(z.object({ letters: z.array(deadLetter), total: z.int() })),

  replayDeadLetters: route('admin', {
    method: 'POST',
    path: `${path}/dead-letters/replay`,
    summary: 'Send messages that a consumer group gave up on to it again, the oldest first',
  })
    .errors({ ...missing, ...unavailable })
    .input(decision)
    .output(z.object({ count: z.int() })),

  discardDeadLetters: route('admin', {
    method: 'POST',
    path: `${path}/dead-letters/discard`,
    summary: 'Give up for good on messages that a consumer group gave up on, the oldest first',
  })
    .errors({ ...missing, ...unavailable })
    .input(decision)
    .output(z.object({ count: z.int() })),
};
