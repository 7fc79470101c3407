import { newId } from '@closingwire/chassis/ids';
import type { ContactMessage } from '@closingwire/contracts/content-api';
import { contactMessageReceived } from '@closingwire/contracts/events/content-events';
import { pendingEvent } from '../pending/pending-event.ts';
import type { Models } from './models.ts';

/** Keeps a message together with the event that tells of it. */
export async function keepMessage(
  messages: Models['messages'],
  message: ContactMessage,
  now: Date,
): Promise<void> {
  const id = newId();
  const event = { id, version: 1, ...message, receivedAt: now.toISOString() };
  await messages.create([
    {
      _id: id,
      ...message,
      receivedAt: now,
      pendingEvents: [pendingEvent(contactMessageReceived, event)],
      pendingSince: now,
    },
  ]);
}
