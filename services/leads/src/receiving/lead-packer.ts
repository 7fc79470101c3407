import type { Bus } from '@closingwire/chassis/bus';
import { leadReceived, type ReceivedLead } from '@closingwire/contracts/leads';

/** A message stays under the broker's limit of 1 MB even when every character takes three bytes. */
const PACK_ROWS = 1_000;
const PACK_CHARACTERS = 320_000;
const PACKS_UNDER_WAY = 6;

type Pack = { rows: ReceivedLead[]; characters: number };

/**
 * Sends leads to the bus, rows of one partition packed into one message. Rows of a partition keep their order.
 * The caller adds rows freely and awaits `ready` now and then, which holds it back while the bus is behind.
 */
export function leadPacker(bus: Bus, batchId: string) {
  const open = new Map<number, Pack>();
  const lanes = new Map<number, Promise<void>>();
  let underWay = 0;
  let parts = 0;
  let failure: unknown;
  let wake = () => {};

  function ship(partition: number, rows: ReceivedLead[]): void {
    const message = { data: { batchId, part: parts++, rows }, partition };
    const before = lanes.get(partition) ?? Promise.resolve();
    underWay++;
    const sent = before
      .then(() => (failure ? undefined : bus.send(leadReceived, [message])))
      .catch(error => {
        failure ??= error;
      })
      .finally(() => {
        underWay--;
        wake();
      });
    lanes.set(partition, sent);
  }

  async function untilUnderWay(limit: number): Promise<void> {
    while (underWay > limit && !failure) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    if (failure) throw failure;
  }

  return {
    add(lead: ReceivedLead, characters: number): void {
      const partition = bus.partitionOf(leadReceived, lead.property.zip);
      const pack = open.get(partition) ?? { rows: [], characters: 0 };
      open.set(partition, pack);
      pack.rows.push(lead);
      pack.characters += characters;
      if (pack.rows.length < PACK_ROWS && pack.characters < PACK_CHARACTERS) return;
      open.delete(partition);
      ship(partition, pack.rows);
    },
    /** Throws what the bus threw; then nothing more is sent. */
    ready: (): Promise<void> => untilUnderWay(PACKS_UNDER_WAY),
    /** Resolves when the broker has every row, with the number of messages. */
    async finish(): Promise<number> {
      for (const [partition, pack] of open) ship(partition, pack.rows);
      open.clear();
      await untilUnderWay(0);
      return parts;
    },
  };
}
