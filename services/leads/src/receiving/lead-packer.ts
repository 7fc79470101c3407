import type { Bus } from '@closingwire/chassis/bus';
import { leadReceived, type ReceivedLead } from '@closingwire/contracts/leads';

/** The broker's limit is 1 MB, headers included. */
const PACK_BYTES = 800_000;
const PACK_ROWS = 1_000;
const PACKS_UNDER_WAY = 6;

const FIRST_BYTES = 32 * 1024;
const BYTES_OF_A_CHARACTER = 3;
const START = '{"rows":[';

/**
 * Holds rows as JSON outside the JavaScript heap: thousands of waiting rows in the heap cost more CPU than all other
 * work.
 */
class Pack {
  readonly key: string;
  count = 0;
  length: number;
  #bytes: Buffer;

  /** `bytes` is the memory of a pack that has been sent: new memory costs garbage collections. */
  constructor(key: string, bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES)) {
    this.key = key;
    this.#bytes = bytes;
    this.length = this.#bytes.write(START);
  }

  get memory(): Buffer {
    return this.#bytes;
  }

  append(text: string): void {
    const most = this.length + text.length * BYTES_OF_A_CHARACTER;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    this.length += this.#bytes.write(text, this.length);
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

/**
 * Sends leads to the broker, packed by partition and in order. The caller adds rows freely and awaits `ready` now and
 * then.
 */
export async function leadPacker(bus: Bus, batchId: string, sourceId: number) {
  const partitionOf = await bus.partitionerOf(leadReceived);
  const open = new Map<number, Pack>();
  const lanes = new Map<number, Promise<void>>();
  const spare: Buffer[] = [];
  let underWay = 0;
  let packs = 0;
  let failure: unknown;
  let wake = () => {};

  function ship(partition: number, pack: Pack): void {
    pack.append(`],"batchId":"${batchId}","sourceId":${sourceId},"part":${packs++}}`);
    const message = { key: pack.key, json: pack.bytes(), partition };
    const before = lanes.get(partition) ?? Promise.resolve();
    underWay++;
    const sent = before
      .then(async () => {
        if (failure) return;
        await bus.sendJson(leadReceived, message);
        spare.push(pack.memory);
      })
      .catch(error => {
        failure ??= error;
      })
      .finally(() => {
        underWay--;
        wake();
      });
    lanes.set(partition, sent);
  }

  function packFor(partition: number, zipCode: string, row: string): Pack {
    let pack = open.get(partition);
    const isFull = pack && (pack.count === PACK_ROWS || pack.length + row.length > PACK_BYTES);
    if (pack && isFull) ship(partition, pack);
    if (!pack || isFull) {
      pack = new Pack(zipCode, spare.pop());
      open.set(partition, pack);
    }
    return pack;
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
      const { zip: zipCode } = lead.property;
      const row = JSON.stringify(lead);
      const pack = packFor(partitionOf(zipCode), zipCode, row);
      pack.append(pack.count === 0 ? row : `,${row}`);
      pack.count++;
    },
    /**
     * Waits while more than `PACKS_UNDER_WAY` packs are being sent. Throws if a send failed; no further pack is sent
     * then.
     */
    ready: (): Promise<void> => untilUnderWay(PACKS_UNDER_WAY),
    /** Resolves with the number of packs once the broker has every row. */
    async finish(): Promise<number> {
      for (const [partition, pack] of open) ship(partition, pack);
      open.clear();
      await untilUnderWay(0);
      return packs;
    },
  };
}
