import type { Bus } from '@closingwire/chassis/bus';
import { leadReceived, type ReceivedLead } from '@closingwire/contracts/leads';

/** A message stays under the broker's limit of 1 MB, with room for its headers. */
const PACK_BYTES = 800_000;
const PACK_ROWS = 1_000;
const PACKS_UNDER_WAY = 6;

/** Rows are kept as the JSON that is sent: thousands of objects that wait would cost more than all else. */
type Pack = { key: string; rows: string; count: number; bytes: number };

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

  function ship(partition: number, { key, rows }: Pack): void {
    const json = `{"batchId":"${batchId}","part":${parts++},"rows":[${rows}]}`;
    const before = lanes.get(partition) ?? Promise.resolve();
    underWay++;
    const sent = before
      .then(() => (failure ? undefined : bus.sendJson(leadReceived, { key, json, partition })))
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
    add(lead: ReceivedLead): void {
      const { zip } = lead.property;
      const partition = bus.partitionOf(leadReceived, zip);
      const row = JSON.stringify(lead);
      const bytes = Buffer.byteLength(row) + 1;
      let pack = open.get(partition);
      if (pack && (pack.count === PACK_ROWS || pack.bytes + bytes > PACK_BYTES)) {
        ship(partition, pack);
        pack = undefined;
      }
      if (!pack) {
        open.set(partition, { key: zip, rows: row, count: 1, bytes });
        return;
      }
      pack.rows += `,${row}`;
      pack.count++;
      pack.bytes += bytes;
    },
    /** Throws what the bus threw; then nothing more is sent. */
    ready: (): Promise<void> => untilUnderWay(PACKS_UNDER_WAY),
    /** Resolves when the broker has every row, with the number of messages. */
    async finish(): Promise<number> {
      for (const [partition, pack] of open) ship(partition, pack);
      open.clear();
      await untilUnderWay(0);
      return parts;
    },
  };
}
