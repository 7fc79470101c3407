/** Bytes of a body with the first ones known. `head` is empty only if the body is. */
export type Peeked = { head: Buffer; bytes: AsyncIterable<Buffer> };

/** Reads at least `least` bytes ahead, or all. `bytes` passes every chunk through, the first ones included. */
export async function peek(body: AsyncIterable<Buffer>, least: number): Promise<Peeked> {
  const source = body[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < least) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = first.length === 1 && first[0] ? first[0] : Buffer.concat(first);
  // Without a generator, a chunk costs no more than one of the body itself.
  const iterator: AsyncIterator<Buffer> = {
    next() {
      const value = first.shift();
      return value ? Promise.resolve({ done: false, value }) : source.next();
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
  return { head, bytes: { [Symbol.asyncIterator]: () => iterator } };
}

/** Ends a body early, as `break` does in a loop. */
export async function endEarly(bytes: AsyncIterable<unknown>): Promise<void> {
  await bytes[Symbol.asyncIterator]().return?.();
}

/** Passes items through and calls `close` once: at the end, after an error, or when the consumer stops. */
export function closedAfter<T>(items: AsyncIterable<T>, close: () => Promise<void>): AsyncIterable<T> {
  const source = items[Symbol.asyncIterator]();
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  // A generator that never started skips its `finally`; this iterator does not.
  const iterator: AsyncIterator<T> = {
    async next() {
      try {
        const next = await source.next();
        if (next.done) await closeOnce();
        return next;
      } catch (error) {
        await closeOnce();
        throw error;
      }
    },
    async return() {
      try {
        await source.return?.();
      } finally {
        await closeOnce();
      }
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
