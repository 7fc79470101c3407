import type { ExportedFacts } from '@closingwire/contracts/person-facts';
import { messagesFrom } from './messages.ts';
import type { Models } from './models.ts';

/** What this service keeps about a person: the messages that were sent from her address. */
export async function personFacts({ messages }: Models, email: string): Promise<ExportedFacts> {
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
