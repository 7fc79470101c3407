import { newId } from '@closingwire/chassis/ids';
import { contactMessageReceived, settingChanged } from '@closingwire/contracts/content';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';

/** An event inside the document whose change it tells, until the bus has it. Its id never changes. */
export type PendingEvent = { id: string; topic: string; data: unknown };

/** What a document with events of its own carries; `pendingSince` is there while there are any. */
export type Pending = { pendingEvents: PendingEvent[]; pendingSince?: Date };

const events: EventDeclaration[] = [contactMessageReceived, settingChanged];

export function pendingEvent<E extends EventDeclaration>(event: E, data: EventData<E>): PendingEvent {
  return { id: newId(), topic: event.topic, data: event.data.parse(data) };
}

export function declarationOf({ topic }: PendingEvent): EventDeclaration {
  const event = events.find(each => each.topic === topic);
  if (!event) throw new Error(`No event of this service has the topic ${topic}`);
  return event;
}
