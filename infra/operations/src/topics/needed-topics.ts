import { shapeOf } from '@closingwire/chassis/bus';
import { deadTopicOf } from '@closingwire/chassis/partition-fetch';
import type { TopicShape } from '@closingwire/chassis/topics';
import { allEvents } from '@closingwire/contracts/api';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { productProcesses } from '@closingwire/topology';

/** All topics: one per event, and the dead topic of each process's consumer group. */
export const neededTopics: readonly TopicShape[] = [
  ...allEvents.map(event => shapeOf(event as unknown as EventDeclaration)),
  ...productProcesses.map(({ name }) => deadTopicOf(name)),
];
