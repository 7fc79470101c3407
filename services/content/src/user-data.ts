import type { Bus } from '@closingwire/chassis/bus';
import { rawConsumer } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { forgetMessages, messagesFrom } from './messages/store.ts';
import type { Models } from './models.ts';

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
