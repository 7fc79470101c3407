import { isUtf8 } from 'node:buffer';

/** Marks invalid UTF-8 with half a surrogate pair: no valid UTF-8 decodes to it, and `isWellFormed` finds it. */
const ILL_FORMED = '\ud800';
const REPLACED = '\ufffd';
const NONE = Buffer.alloc(0);

/** Returns the length of the character that begins with this byte. */
function bytesFrom(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Returns the length without a truncated character at the end. */
function wholeLength(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at] ?? 0;
    const isInside = byte >= 0x80 && byte < 0xc0;
    if (!isInside) return at + bytesFrom(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** Decoders write U+FFFD for invalid bytes; a U+FFFD that the sender wrote is kept. */
function marked(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('\xef\xbf\xbd')
    .map(piece => Buffer.from(piece, 'latin1').toString().replaceAll(REPLACED, ILL_FORMED))
    .join(REPLACED);
}

const textOf = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString() : marked(bytes));

/** Decodes streamed UTF-8. Invalid bytes become lone surrogates, so that their row can be reported. */
export function utf8Text() {
  let rest = NONE;
  return {
    push(piece: Buffer): string {
      const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
      const length = wholeLength(bytes);
      rest = length < bytes.length ? Buffer.from(bytes.subarray(length)) : NONE;
      return textOf(bytes.subarray(0, length));
    },
    end: (): string => textOf(rest),
  };
}

/** Encodes text of `utf8Text`; invalid bytes become invalid again. */
export function utf8Bytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    text
      .split(/\ud800(?![\udc00-\udfff])/)
      .flatMap((piece, at) => [Buffer.from(at > 0 ? [0xff] : []), Buffer.from(piece)]),
  );
}
