import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';

type Topic = { topic: string; partitions: number; retentionHours: number };

type Refusal = Error & { type?: string; topic?: string; errors?: Refusal[] };

/** Returns true if the user may not create topics. */
export function isRefusedCreation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { type, errors = [] } = error as Refusal;
  return type?.endsWith('AUTHORIZATION_FAILED') === true || errors.some(isRefusedCreation);
}

/** Puts the reasons of a failed creation into its message: kafkajs keeps them apart. Returns other errors unchanged. */
export function explainedCreation(error: unknown): unknown {
  const { errors = [] } = error as Refusal;
  if (errors.length === 0) return error;
  const reasons = errors.map(({ topic, type, message }) => `${topic}: ${type}, ${message}`).join('; ');
  const message = `Expected the broker to create the topics; got ${reasons}`;
  return new AppError('unavailable', 'topics_not_created', message, { cause: error });
}

const wordingOf = ({ topic, partitions, retentionHours }: Topic) =>
  `${topic} (${partitions} ${partitions === 1 ? 'partition' : 'partitions'}, ${retentionHours} hours)`;

/** Callers retry every few seconds, and the list is long. */
const REPEAT_MS = 10 * 60_000;

export type Report = (missing: readonly Topic[]) => void;

/** Logs each list of missing topics once in ten minutes. */
export function reporter(log: Log, now: () => number = Date.now): Report {
  const reportedAt = new Map<string, number>();
  return missing => {
    const list = missing.map(wordingOf).join(', ');
    if (now() - (reportedAt.get(list) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return;
    reportedAt.set(list, now());
    log.error(
      { missing: missing.map(({ topic }) => topic) },
      `Kafka lacks topics that this process may not create: ${list}. Create them with the commands that \`closingwire topics\` prints; the process tries again until then.`,
    );
  };
}

/** Reports the topics and returns the error to throw. */
export function missingTopics(missing: readonly Topic[], report: Report, cause?: unknown): AppError {
  report(missing);
  const names = missing.map(({ topic }) => topic).join(', ');
  const message = `Expected the topics ${names}; the broker lacks them, and this process may not create topics`;
  return new AppError('unavailable', 'topics_missing', message, { cause });
}
