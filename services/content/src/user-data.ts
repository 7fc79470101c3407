import type { Bus } from '@closingwire/chassis/bus';
import { consumer, idempotent } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { userDeleted } from '@closingwire/contracts/auth';
import type { EventData } from '@closingwire/contracts/event';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { forgetMessagesFrom, forgetMessagesOf, messagesOf } from './messages/store.ts';
import type { Models } from './models.ts';

/** Returns the messages of a user, for their export. */
export async function userFacts(
  { messages }: Models,
  user: { userId: string; email: string },
): Promise<ExportedFacts> {
  const sent = await messagesOf(messages, user);
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

async function forgetUser({ messages }: Models, deleted: EventData<typeof userDeleted>): Promise<void> {
  const { id, email, deletedAt, formerEmails = [] } = deleted;
  await forgetMessagesOf(messages, id);
  const addresses = [...(email ? [{ email, before: deletedAt }] : []), ...formerEmails];
  for (const { email: address, before } of addresses) {
    await forgetMessagesFrom(messages, address, new Date(before));
  }
}

/** Deletes the messages of a deleted user. A repeated event changes nothing. */
export const onUserDeleted = ({ models, bus, log }: { models: Models; bus: Bus; log: Log }): Part =>
  consumer({
    group: 'content',
    handlers: [
      idempotent(userDeleted, async messages => {
        for (const { data } of messages) await forgetUser(models, data);
      }),
    ],
    bus,
    log,
  });
