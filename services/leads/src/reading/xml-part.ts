import { StringDecoder } from 'node:string_decoder';
import { AppError } from '@closingwire/chassis/app-error';
import { SaxesParser } from 'saxes';

export type Attributes = Record<string, string>;

/** Receives the elements of a part. Names are without their prefix. */
export type Handlers = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Excel's limit of a cell. */
const MAX_CELL_CHARACTERS = 32_767;
/** The parser holds a tag or a text until its end. */
const MAX_TOKEN_BYTES = 1024 * 1024;
/** The parser holds all open tags; parts of workbooks nest about ten. */
const MAX_DEPTH = 100;

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** OPC allows UTF-8 and UTF-16 (ECMA-376 part 2, 8.1.4). */
const decoderOf = (start: Buffer) =>
  new StringDecoder(start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : 'utf8');

export function brokenWorkbook(problem: string, cause?: unknown): AppError {
  return new AppError(
    'invalid',
    'broken_workbook',
    `Expected an XLSX workbook; got a damaged one (${problem}); open it, save it as .xlsx or .csv, and send that`,
    { cause },
  );
}

/** Runs a step of the parser; errors of the XML become errors for the sender. */
function parse(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    throw error instanceof AppError ? error : brokenWorkbook((error as Error).message, error);
  }
}

/** Feeds a part of a workbook to the handlers; yields after each chunk. Entities of a document type are refused. */
export async function* parseXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let tokenBytes = 0;
  let depth = 0;
  parser.on('opentag', tag => {
    tokenBytes = 0;
    if (++depth > MAX_DEPTH) throw brokenWorkbook(`more than ${MAX_DEPTH} open tags`);
    handlers.open(localName(tag.name), tag.attributes as Attributes);
  });
  const { close, text } = handlers;
  parser.on('closetag', tag => {
    depth--;
    close?.(localName(tag.name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  let decoder: StringDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= decoderOf(chunk);
    const piece = decoder.write(chunk);
    tokenBytes += chunk.length;
    parse(() => parser.write(piece));
    if (tokenBytes > MAX_TOKEN_BYTES)
      throw brokenWorkbook(`more than ${MAX_TOKEN_BYTES} bytes without a tag`);
    yield;
  }
  parse(() => parser.close());
}

/** Feeds a whole part to the handlers. */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): Promise<void> {
  for await (const _ of parseXml(bytes, handlers));
}

/** Appends to the text of a cell or of a string for cells. */
export function appended(text: string, piece: string): string {
  if (text.length + piece.length > MAX_CELL_CHARACTERS)
    throw brokenWorkbook(`more than ${MAX_CELL_CHARACTERS} characters in a cell`);
  return text + piece;
}

/** Returns the value of an attribute that may have a prefix, as `r:id` has. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find(each => localName(each) === name && each !== name);
  return attributes[key ?? name];
}

/** Decodes the escapes of ST_Xstring: `_x000D_` is a carriage return, `_x005F_` an underscore. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
