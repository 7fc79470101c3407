import { readSync, writeSync } from 'node:fs';
import { AppError } from '@closingwire/chassis/app-error';
import { LRUCache } from 'lru-cache';
import { temporaryFile } from './temporary-file.ts';
import { appended, brokenWorkbook, readXml, unescaped } from './xml-part.ts';

const BLOCK_BYTES = 64 * 1024;
/** Blocks in memory: 16 MB. */
const CACHED_BLOCKS = 256;
/** 64 MB of positions. */
const MAX_STRINGS = 16_000_000;

/** The strings that the cells of a workbook refer to by number. */
export type SharedStrings = { at(index: number): string; close(): Promise<void> };

/** Grows as needed; 4 bytes for each string. */
function positions() {
  let ends = new Uint32Array(1024);
  let count = 0;
  return {
    add(end: number): void {
      if (count === MAX_STRINGS) {
        throw new AppError(
          'too-large',
          'too_many_strings',
          `Expected at most ${MAX_STRINGS} different texts in the workbook; got more; save it as .csv`,
        );
      }
      if (count === ends.length) {
        const larger = new Uint32Array(count * 2);
        larger.set(ends);
        ends = larger;
      }
      ends[count++] = end;
    },
    startOf: (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0)),
    endOf: (index: number): number | undefined => (index < count ? ends[index] : undefined),
  };
}

/**
 * Holds text in blocks, of which a file has all but the last. Cells refer to most strings in their order, so few blocks
 * are in use. Reads and writes are synchronous: 64 KB of the system's cache take some microseconds.
 */
function blocks(fd: number) {
  const cache = new LRUCache<number, Buffer>({ max: CACHED_BLOCKS });
  let last = Buffer.alloc(BLOCK_BYTES);
  let lastStart = 0;
  let used = 0;
  let recent: Buffer = last;
  let recentNumber = -1;

  function spill(): void {
    writeSync(fd, last, 0, BLOCK_BYTES, lastStart);
    cache.set(lastStart / BLOCK_BYTES, last);
    last = Buffer.alloc(BLOCK_BYTES);
    lastStart += BLOCK_BYTES;
    used = 0;
  }

  function block(number: number): Buffer {
    if (number === lastStart / BLOCK_BYTES) return last;
    if (number === recentNumber) return recent;
    let found = cache.get(number);
    if (!found) {
      found = Buffer.alloc(BLOCK_BYTES);
      readSync(fd, found, 0, BLOCK_BYTES, number * BLOCK_BYTES);
      cache.set(number, found);
    }
    recent = found;
    recentNumber = number;
    return found;
  }

  return {
    /** Appends and returns the end. */
    append(text: string): number {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        const copied = bytes.copy(last, used, at);
        at += copied;
        used += copied;
        if (used === BLOCK_BYTES) spill();
      }
      return lastStart + used;
    },
    textAt(start: number, end: number): string {
      const number = Math.floor(start / BLOCK_BYTES);
      const from = start % BLOCK_BYTES;
      const length = end - start;
      if (from + length <= BLOCK_BYTES) return block(number).toString('utf8', from, from + length);
      const pieces = [block(number).subarray(from)];
      for (let next = number + 1; next * BLOCK_BYTES < end; next++) {
        pieces.push(block(next).subarray(0, Math.min(BLOCK_BYTES, end - next * BLOCK_BYTES)));
      }
      return Buffer.concat(pieces).toString();
    },
  };
}

/** Collects the text of string items: their `t`, those of rich text runs, without phonetic hints (`rPh`). */
function itemText(add: (text: string) => void) {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(name: string): void {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    close(name: string): void {
      if (name === 'si') add(unescaped(text));
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
    text(piece: string): void {
      if (isText) text = appended(text, piece);
    },
  };
}

/** Reads the part of shared strings; without one, every reference is an error. */
export async function readSharedStrings(bytes: AsyncIterable<Buffer> | undefined): Promise<SharedStrings> {
  const file = await temporaryFile();
  try {
    const ends = positions();
    const store = blocks(file.fd);
    if (bytes)
      await readXml(
        bytes,
        itemText(text => ends.add(store.append(text))),
      );
    return {
      at(index) {
        const end = ends.endOf(index);
        if (end === undefined) throw brokenWorkbook(`no shared string ${index}`);
        return store.textAt(ends.startOf(index), end);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
