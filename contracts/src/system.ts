import { z } from 'zod';
import { instant } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('auth');

/** The most dead letters that one call lists, replays or discards. */
export const DEAD_LETTERS_AT_ONCE = 50;

/** A process's report at its management port. `unreachable`: the port gave no valid reply in time. */
export const processState = z.object({
  name: z.string(),
  state: z.enum(['ready', 'not ready', 'unreachable']),
  /** The revision of the build; null if unknown. */
  revision: z.string().nullable(),
  startedAt: instant.nullable(),
  /** Healthy parts, including connections to servers. */
  readyParts: z.array(z.string()),
  /** Unhealthy parts and the reasons. */
  problems: z.array(z.object({ part: z.string(), message: z.string() })),
});
export type ProcessState = z.output<typeof processState>;

/** The backlog of a consumer group: unhandled messages of its topics, and parked messages. */
export const groupState = z.object({
  group: z.string(),
  lag: z.int().describe('Unhandled messages of all topics'),
  topics: z
    .array(z.object({ topic: z.string(), lag: z.int() }))
    .describe('Topics with unhandled messages, longest lag first'),
  deadLetters: z.int().describe('Parked messages that no admin has replayed or discarded'),
});
export type GroupState = z.output<typeof groupState>;

export const backupRecord = z.object({ takenAt: instant, bytes: z.int() });

export const deadLetter = z.object({
  offset: z.string().describe('Its offset in the dead topic'),
  topic: z.string().describe('Its original topic'),
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
    .describe('The offset of the last letter to process; later letters stay'),
});
const unavailable = {
  bus_unavailable: { status: 503, message: 'The event bus does not answer; try again shortly' },
};
const path = '/api/admin/system';

/** The state of the running product, and commands for dead letters. For admins. */
export const systemApi = {
  systemState: route('admin', `GET ${path}`, {
    summary: 'Get processes, consumer groups and the last backup',
    description: '`groups` is null while the event bus does not answer.',
  }).output(
    z.object({
      processes: z.array(processState),
      groups: z.array(groupState).nullable(),
      lastBackup: backupRecord.nullable(),
    }),
  ),

  listDeadLetters: route('admin', `GET ${path}/dead-letters`, {
    summary: `List the oldest ${DEAD_LETTERS_AT_ONCE} parked messages of a consumer group`,
  })
    .errors({ ...missing, ...unavailable })
    .input(z.object({ group }))
    .output(z.object({ letters: z.array(deadLetter), total: z.int() })),

  replayDeadLetters: route('admin', `POST ${path}/dead-letters/replay`, {
    summary: 'Replay parked messages to their consumer group, oldest first',
  })
    .errors({ ...missing, ...unavailable })
    .input(decision)
    .output(z.object({ count: z.int() })),

  discardDeadLetters: route('admin', `POST ${path}/dead-letters/discard`, {
    summary: 'Discard parked messages of a consumer group, oldest first',
  })
    .errors({ ...missing, ...unavailable })
    .input(decision)
    .output(z.object({ count: z.int() })),
};
