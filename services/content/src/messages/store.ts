import { newId } from '@closingwire/chassis/ids';
import { type ContactMessage, contactMessageReceived } from '@closingwire/contracts/content';
import { trusted } from 'mongoose';
import { type MessageDocument, type Models, pendingEvent } from '../models.ts';

type Messages = Models['messages'];

/** The spelling by which messages of one address are found together. */
export const addressOf = (email: string) => email.toLowerCase();

/** Inserts a message together with the event of it; `userId` is the sender's who was signed in. */
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

/** Sent without a session: those of a user have their id, whatever address was typed. */
const signedOutFrom = (email: string) => ({ address: addressOf(email), userId: null });

/** What a user sent, signed in or from their address, the oldest first. */
export function messagesOf(
  messages: Messages,
  { userId, email }: { userId: string; email: string },
): Promise<MessageDocument[]> {
  return messages
    .find(trusted({ $or: [{ userId }, signedOutFrom(email)] }))
    .sort({ receivedAt: 1 })
    .lean<MessageDocument[]>();
}

/** Removes what a user sent signed in. Again it finds nothing. */
export async function forgetMessagesOf(messages: Messages, userId: string): Promise<void> {
  await messages.deleteMany({ userId });
}

/** Removes what was sent from an address until then. What came later is another's, or of a new account. */
export async function forgetMessagesFrom(messages: Messages, email: string, before: Date): Promise<void> {
  await messages.deleteMany({ ...signedOutFrom(email), receivedAt: trusted({ $lte: before }) });
}
