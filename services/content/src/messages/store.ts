import type { Bus } from '@closingwire/chassis/bus';
import { rawConsumer } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { userDeleted } from '@closingwire/contracts/auth';
import { type ContactMessage, contactMessageReceived } from '@closingwire/contracts/content';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
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
async function forgetMessages(messages: Messages, email: string): Promise<void> {
  await messages.deleteMany({ address: addressOf(email) });
}

/** What this service keeps about a user: the messages that were sent from their address. */
export async function userFacts({ messages }: Models, email: string): Promise<ExportedFacts> {
  const sent = await messagesFrom(messages, email);
  return {
    messages: sent.map(({ _id: id, name, email: from, subject, message, receivedAt }) => ({
      id,
      name,
      email: from,
      subject,
      message,
      receivedAt: receivedAt.toISOString(),
    })),
  };
}

/** Forgets what a deleted user wrote to us. Removing is the same however often the event comes. */
export const onUserDeleted = ({ models, bus, log }: { models: Models; bus: Bus; log: Log }): Part =>
  rawConsumer({
    group: 'content',
    event: userDeleted,
    bus,
    log,
    onBatch: async messages => {
      for (const { data } of messages) if (data.email) await forgetMessages(models.messages, data.email);
    },
  });
