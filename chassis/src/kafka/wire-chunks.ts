/** A message as it goes on the wire; `topic` without the prefix. */
export type WireMessage = {
  topic: string;
  key: string | Buffer | null;
  value: string | Buffer | null;
  headers: Record<string, string>;
  partition?: number;
  /** When it was first sent, in milliseconds; now, where it is left out. */
  timestamp?: string;
};

/** Messages of one partition travel as one record batch, which a broker takes up to a megabyte by default. */
const MAX_CHUNK_BYTES = 900_000;
const OVERHEAD_BYTES = 100;

function sizeOf({ key, value, headers }: WireMessage): number {
  const texts = Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return texts + Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '') + OVERHEAD_BYTES;
}

/** The messages in their order, in chunks that a broker takes; a message too large for any stands alone. */
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
