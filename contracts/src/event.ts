import type { z } from 'zod';
import type { ServiceName } from './route.ts';

/** Event data: the aggregate's complete new state. `version` rises with each change of the aggregate. */
export type EventSchema = z.ZodObject;

export type EventDeclaration<S extends EventSchema = EventSchema> = {
  /** The Kafka topic; also the CloudEvents type. */
  topic: string;
  by: ServiceName | 'gateway';
  summary: string;
  data: S;
  /** Returns the aggregate's ID. Events with the same key arrive in order. */
  key: (data: z.output<S>) => string;
  partitions: number;
  retentionHours: number;
};

export type EventData<E extends EventDeclaration> = z.output<E['data']>;

const WEEK_HOURS = 7 * 24;

export function defineEvent<S extends EventSchema>(
  topic: string,
  declaration: Pick<EventDeclaration<S>, 'by' | 'summary' | 'data' | 'key'> &
    Partial<Pick<EventDeclaration<S>, 'partitions' | 'retentionHours'>>,
): EventDeclaration<S> {
  return { topic, partitions: 3, retentionHours: WEEK_HOURS, ...declaration };
}
