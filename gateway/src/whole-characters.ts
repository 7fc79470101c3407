import { isUtf8 } from 'node:buffer';
import { AppError } from '@closingwire/chassis/app-error';

const refuse = (what: string): never => {
  throw new AppError('invalid', 'invalid_input', `Expected ${what} in UTF-8, of whole characters`);
};

/**
 * Throws `invalid` for a body whose bytes, or those that a form encodes, are no text: decoders behind would put other
 * characters in their place.
 */
export function checkBodyCharacters(pieces: readonly Buffer[], contentType = ''): void {
  const [first = Buffer.alloc(0)] = pieces;
  const body = pieces.length > 1 ? Buffer.concat(pieces) : first;
  if (!isUtf8(body)) refuse('a body');
  if (contentType.startsWith('application/x-www-form-urlencoded')) checkEncoded(body.toString(), 'a body');
}

function checkEncoded(text: string, what: string): void {
  // ASCII as it stands and encoded is always whole.
  if (!/%[89a-f]/i.test(text)) return;
  for (const [run] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) refuse(what);
  }
}

/** The same for the query of an address. */
export const checkQueryCharacters = (query: string): void => checkEncoded(query, 'a query');
