import { openBus } from '@closingwire/chassis/bus';
import { consumer, idempotent } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { requestAudited } from '@closingwire/contracts/audit';
import type { AuditedRequest } from '../src/audit/trail.ts';

/** Keeps every entry that arrives on the bus. */
export async function collectAuditEntries(options: { brokers: string[]; topicPrefix: string }) {
  const entries: AuditedRequest[] = [];
  const log = createLog('listener', 'silent');
  const bus = openBus({ ...options, clientId: 'listener', log });
  const listener = consumer({
    group: `${options.topicPrefix}listener-${newId()}`,
    handlers: [
      idempotent(requestAudited, async messages => {
        entries.push(...messages.map(({ data }) => data));
      }),
    ],
    bus,
    log,
  });
  await bus.part.start();
  await listener.start();
  return {
    entries,
    async stop() {
      await listener.stop();
      await bus.part.stop();
    },
  };
}
