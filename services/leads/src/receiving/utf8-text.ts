import { isUtf8 } from 'node:buffer';

/** Stands for what is no UTF-8: half a surrogate pair, which no UTF-8 means and `isWellFormed` finds. */
const ILL_FORMED = '\ud800';
const REPLACED = '\ufffd';
const NONE = Buffer.alloc(0);

/** How many bytes the character takes that begins with this one. */
function bytesFrom(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** How many bytes stand before a character at the end that is not whole yet. */
function wholeLength(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at] ?? 0;
    const isInside = byte >= 0x80 && byte < 0xc0;
    if (!isInside) return at + bytesFrom(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** Decoders write U+FFFD for what is no UTF-8; one that the sender wrote is a character like others. */
function marked(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('\xef\xbf\xbd')
    .map(piece => Buffer.from(piece, 'latin1').toString().replaceAll(REPLACED, ILL_FORMED))
    .join(REPLACED);
}

const textOf = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString() : marked(bytes));

/** Decodes UTF-8 that comes in pieces. Of what is ill-formed the text has lone surrogates, so that its row is found. */
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

/** The other way: what was ill-formed is so again. */
export function utf8Bytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    text
      .split(/\ud800(?![\udc00-\udfff])/)
      .flatMap((part, at) => [Buffer.from(at > 0 ? [0xff] : []), Buffer.from(part)]),
  );
}
