import type { z } from 'zod';
import type { ServiceName } from './route.ts';

/** Data of an event: the aggregate's whole new state. `version` rises with each change of the aggregate. */
export type EventSchema = z.ZodObject;

export type EventDeclaration<S extends EventSchema = EventSchema> = {
  /** The Kafka topic, which is also the CloudEvents type. */
  topic: string;
  by: ServiceName | 'gateway';
  summary: string;
  data: S;
  /** The aggregate's id; events of one key arrive in order. */
  key: (data: z.output<S>) => string;
  partitions: number;
  /** How long the topic keeps events, in hours. */
  retentionHours: number;
};

export type EventData<E extends EventDeclaration> = z.output<E['data']>;

const WEEK_HOURS = 7 * 24;

/** Declares one event: its topic, who publishes it, and what it carries. */
export function defineEvent<S extends EventSchema>(
  topic: string,
  declaration: Pick<EventDeclaration<S>, 'by' | 'summary' | 'data' | 'key'> &
    Partial<Pick<EventDeclaration<S>, 'partitions' | 'retentionHours'>>,
): EventDeclaration<S> {
  return { topic, partitions: 3, retentionHours: WEEK_HOURS, ...declaration };
}
