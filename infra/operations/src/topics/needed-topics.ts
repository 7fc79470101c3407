import { deadTopicOf } from '@closingwire/chassis/batch-run';
import { shapeOf } from '@closingwire/chassis/bus';
import type { TopicShape } from '@closingwire/chassis/topics';
import { allEvents } from '@closingwire/contracts/api';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { productProcesses } from '@closingwire/topology';

/** Every topic of the product: of each event, and the dead topic of each process, whose consumer group has its name. */
export const neededTopics: readonly TopicShape[] = [
  ...allEvents.map(event => shapeOf(event as unknown as EventDeclaration)),
  ...productProcesses.map(({ name }) => deadTopicOf(name)),
];
