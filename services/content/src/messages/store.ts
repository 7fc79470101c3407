import { newId } from '@closingwire/chassis/ids';
import { type ContactMessage, contactMessageReceived } from '@closingwire/contracts/content';
import { type MessageDocument, type Models, pendingEvent } from '../models.ts';

type Messages = Models['messages'];

/** The spelling by which messages of one address are found together. */
export const addressOf = (email: string) => email.toLowerCase();

/** Inserts a message together with the event of it. */
export async function insertMessage(messages: Messages, message: ContactMessage, now: Date): Promise<void> {
  const id = newId();
  const event = { id, version: 1, ...message, receivedAt: now.toISOString() };
  await messages.create([
    {
      _id: id,
      ...message,
      address: addressOf(message.email),
      receivedAt: now,
      pendingEvents: [pendingEvent(contactMessageReceived, event)],
      pendingSince: now,
    },
  ]);
}

/** What was sent from an address, the oldest first. */
export function messagesFrom(messages: Messages, email: string): Promise<MessageDocument[]> {
  return messages
    .find({ address: addressOf(email) })
    .sort({ receivedAt: 1 })
    .lean<MessageDocument[]>();
}

/** Removes what was sent from an address. Again it finds nothing. */
export async function forgetMessages(messages: Messages, email: string): Promise<void> {
  await messages.deleteMany({ address: addressOf(email) });
}
