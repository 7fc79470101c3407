import { type Finding, problem, warning } from './finding.ts';

/** A server's reply; `refusal` is the reason for a failure. */
export type ServerReply = {
  item: 'Postgres' | 'MongoDB' | 'Kafka' | 'SMTP';
  setting: string;
  isSet: boolean;
  refusal?: string;
};

export const checkReplies = (replies: readonly ServerReply[]): Finding[] =>
  replies.flatMap(({ item, setting, isSet, refusal }) => {
    if (!isSet) return [problem(setting, `expected the address of ${item}, got nothing; set it.`)];
    if (refusal === undefined) return [];
    return [problem(item, `expected a reply, got '${refusal}'; check ${setting} and that the server runs.`)];
  });

export type TopicsFacts = {
  /** Topics that the broker lacks (`found` is undefined) or has with another number of partitions. */
  different: readonly { topic: string; declared: number; found: number | undefined }[];
  /** Whether processes create missing topics; then a missing one is no finding. */
  mayCreate: boolean;
};

/** Fewer partitions than declared only limit the number of working processes: a warning. */
export function checkTopics({ different, mayCreate }: TopicsFacts): Finding[] {
  const missing = different.filter(({ found }) => found === undefined).map(({ topic }) => topic);
  const smaller = different.flatMap(({ topic, declared, found = declared }) => {
    if (found >= declared) return [];
    const text = `expected ${declared} partitions, got ${found}; add some as docs/decisions/0042 describes, while the sources are stopped.`;
    return [warning(`Kafka topic ${topic}`, text)];
  });
  if (mayCreate || missing.length === 0) return smaller;
  const text = `expected ${missing.join(', ')}, which the product may not create, got none of them; run the commands that \`closingwire topics\` prints.`;
  return [problem('Kafka topics', text), ...smaller];
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A daily backup takes time, so the next one ends a little later than a day after. */
const BACKUP_AGE_MS = DAY_MS + 2 * HOUR_MS;

/** Times of the last backup and of the database's creation; undefined if absent. */
export type BackupFacts = { takenAt?: Date | undefined; since?: Date | undefined };

export function checkBackup({ takenAt, since }: BackupFacts, now: Date): Finding[] {
  const from = takenAt ?? since;
  if (from === undefined || now.getTime() - from.getTime() <= BACKUP_AGE_MS) return [];
  const got = takenAt ? `one of ${takenAt.toISOString()}` : 'none';
  const action =
    'run `closingwire backup`, and see in the log of the container `backup` why the schedule failed';
  // A deploy takes a backup first if a version runs. After a pause or a restore there can be no newer one.
  return [warning('backup', `expected one of the last day, got ${got}; ${action}.`)];
}
