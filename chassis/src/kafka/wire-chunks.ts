/** An encoded message; `topic` without the prefix. */
export type WireMessage = {
  topic: string;
  key: string | Buffer | null;
  value: string | Buffer | null;
  headers: Record<string, string>;
  partition?: number;
  /** The time of the first send, in Unix milliseconds; default: now. */
  timestamp?: string;
};

/** Messages of a partition become one record batch; a broker accepts one megabyte by default. */
const MAX_CHUNK_BYTES = 900_000;
const OVERHEAD_BYTES = 100;

function sizeOf({ key, value, headers }: WireMessage): number {
  const texts = Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return texts + Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '') + OVERHEAD_BYTES;
}

/** Splits messages, in order, into chunks that a broker accepts; a message that is too large gets its own chunk. */
export function wireChunks<M extends WireMessage>(messages: M[], maxBytes = MAX_CHUNK_BYTES): M[][] {
  const chunks: M[][] = [];
  let room = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    const chunk = chunks.at(-1);
    if (chunk && size <= room) chunk.push(message);
    else {
      chunks.push([message]);
      room = maxBytes;
    }
    room -= size;
  }
  return chunks;
}
