declare module 'zip-stream' {
  import type { Readable } from 'node:stream';

  /** Writes a zip whose entries are streams, one after another. */
  export default class ZipStream extends Readable {
    constructor(options?: { level?: number });
    entry(
      source: Readable | string,
      data: { name: string; date?: Date },
      done: (error?: Error | null) => void,
    ): this;
    finalize(): void;
  }
}
