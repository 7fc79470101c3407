import { isUtf8 } from 'node:buffer';
import { AppError } from '@closingwire/chassis/app-error';

const refuse = (what: string): never => {
  throw new AppError('invalid', 'invalid_input', `Expected ${what} in UTF-8, of whole characters`);
};

/** Throws `invalid` for a body whose bytes are no text: decoders behind would put other characters in their place. */
export function checkBodyCharacters(pieces: readonly Buffer[]): void {
  const [first = Buffer.alloc(0)] = pieces;
  if (!isUtf8(pieces.length > 1 ? Buffer.concat(pieces) : first)) refuse('a body');
}

/** The same for the query of an address. */
export function checkQueryCharacters(query: string): void {
  // ASCII as it stands and encoded is always whole.
  if (!/%[89a-f]/i.test(query)) return;
  for (const [run] of query.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) refuse('a query');
  }
}
