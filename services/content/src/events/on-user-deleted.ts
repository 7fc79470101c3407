import type { Bus } from '@closingwire/chassis/bus';
import { rawConsumer } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { userDeleted } from '@closingwire/contracts/auth';
import { forgetMessages } from '../db/messages.ts';
import type { Models } from '../db/models.ts';

/** Forgets what a deleted person wrote to us. Removing is the same however often the event comes. */
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
