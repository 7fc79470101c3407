import { isAscii, isUtf8 } from 'node:buffer';
import { utf8Text } from './utf8-text.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Decodes a body piece by piece. `encoding` is known when the body has ended. */
export type Decoder = { push(piece: Buffer): string; end(): string; readonly encoding: Encoding };

const LF = 10;
const CR = 13;

const afterLastLine = (bytes: Buffer) => Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;

/** Returns UTF-16 by its byte order mark, or by the zero bytes of a text that begins with ASCII. */
export function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start.length < 2) return undefined;
  const [first = 0, second = 0, third = 1, fourth = 1] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second > 0 && third === 0 && fourth > 0 ? 'utf-16be' : undefined;
}

const windows1252 = new TextDecoder('windows-1252');

/** Decodes whole lines: one that is UTF-8 as such, any other as Windows-1252. */
function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LF, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    text += isUtf8(line) ? line.toString() : windows1252.decode(line);
    at = end;
  }
  return text;
}

/** Whether most lines with bytes above 127 are no UTF-8. A few are broken UTF-8, which their rows report. */
function isWindows1252(bytes: Buffer): boolean {
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LF, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    if (!isUtf8(line)) invalid++;
    else if (!isAscii(line)) valid++;
    at = end;
  }
  return invalid > valid;
}

/** How much is read after the first byte above 127 before the encoding is decided. */
const EVIDENCE_BYTES = 64 * 1024;

/** Decodes UTF-8 and Windows-1252, which are the same until the first byte above 127. */
function utf8OrWindows1252(): Decoder {
  const utf8 = utf8Text();
  let encoding: Encoding | undefined;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let rest: Buffer = Buffer.alloc(0);

  function decide(isEnd: boolean): string {
    const bytes = Buffer.concat(held);
    held = [];
    const lines = isEnd ? bytes : bytes.subarray(0, afterLastLine(bytes));
    encoding = isWindows1252(lines) ? 'windows-1252' : 'utf-8';
    return take(bytes);
  }

  function take(piece: Buffer): string {
    if (encoding === 'utf-8') return utf8.push(piece);
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = afterLastLine(bytes);
    rest = Buffer.from(bytes.subarray(whole));
    return decodeLines(bytes.subarray(0, whole));
  }

  return {
    push(piece) {
      if (encoding) return take(piece);
      if (held.length === 0 && isAscii(piece)) return piece.toString('latin1');
      held.push(piece);
      heldBytes += piece.length;
      return heldBytes < EVIDENCE_BYTES ? '' : decide(false);
    },
    end() {
      const text = held.length > 0 ? decide(true) : '';
      return text + (encoding === 'windows-1252' ? decodeLines(rest) : utf8.end());
    },
    get encoding() {
      return encoding ?? 'utf-8';
    },
  };
}

function utf16Text(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(encoding);
  return {
    push: piece => decoder.decode(piece, { stream: true }),
    end: () => decoder.decode(),
    encoding,
  };
}

/** Decodes a text whose encoding its first bytes or the declared charset decide. Removes a byte order mark. */
export function textDecoder(declared?: string): Decoder {
  let decoder: Decoder | undefined;
  let start: Buffer = Buffer.alloc(0);
  let isFirst = true;

  const withoutMark = (text: string): string => {
    if (!isFirst || text === '') return text;
    isFirst = false;
    return text.replace(/^\ufeff/, '');
  };
  const decided = (): Decoder => {
    if (decoder) return decoder;
    const utf16 = utf16Of(start);
    if (utf16) decoder = utf16Text(utf16);
    else decoder = declared === 'utf-8' ? { ...utf8Text(), encoding: 'utf-8' } : utf8OrWindows1252();
    return decoder;
  };

  return {
    push(piece) {
      if (decoder) return withoutMark(decoder.push(piece));
      start = start.length > 0 ? Buffer.concat([start, piece]) : piece;
      return start.length < 4 ? '' : withoutMark(decided().push(start));
    },
    end() {
      const first = decoder ? '' : decided().push(start);
      return withoutMark(first + decided().end());
    },
    get encoding() {
      return decided().encoding;
    },
  };
}
