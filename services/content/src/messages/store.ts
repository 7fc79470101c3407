import { newId } from '@closingwire/chassis/ids';
import { type ContactMessage, contactMessageReceived } from '@closingwire/contracts/content';
import { trusted } from 'mongoose';
import { type MessageDocument, type Models, pendingEvent } from '../models.ts';

type Messages = Models['messages'];

/** Returns the form in which addresses are stored and looked up. */
export const addressOf = (email: string) => email.toLowerCase();

/** Inserts a message with its event. `userId` is undefined if the sender was not signed in. */
export async function insertMessage(
  messages: Messages,
  message: ContactMessage,
  userId: string | undefined,
  now: Date,
): Promise<void> {
  const id = newId();
  const event = { id, version: 1, ...message, receivedAt: now.toISOString() };
  await messages.create([
    {
      _id: id,
      ...message,
      address: addressOf(message.email),
      ...(userId && { userId }),
      receivedAt: now,
      pendingEvents: [pendingEvent(contactMessageReceived, event)],
      pendingSince: now,
    },
  ]);
}

/** Matches only messages of senders who were not signed in: a signed-in user may type any address. */
const signedOutFrom = (email: string) => ({ address: addressOf(email), userId: null });

/** Returns the messages that a user sent, oldest first: signed in, or signed out from their address. */
export function messagesOf(
  messages: Messages,
  { userId, email }: { userId: string; email: string },
): Promise<MessageDocument[]> {
  return messages
    .find(trusted({ $or: [{ userId }, signedOutFrom(email)] }))
    .sort({ receivedAt: 1 })
    .lean<MessageDocument[]>();
}

export async function forgetMessagesOf(messages: Messages, userId: string): Promise<void> {
  await messages.deleteMany({ userId });
}

/**
 * Deletes messages that were sent signed out from an address until `before`. Later ones may belong to the address's
 * next owner.
 */
export async function forgetMessagesFrom(messages: Messages, email: string, before: Date): Promise<void> {
  await messages.deleteMany({ ...signedOutFrom(email), receivedAt: trusted({ $lte: before }) });
}
