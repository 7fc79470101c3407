import { isUtf8 } from 'node:buffer';
import { AppError } from '@closingwire/chassis/app-error';
import type { ReceivedBody } from './receive-body.ts';

const refuse = (what: string): never => {
  throw new AppError('invalid', 'invalid_input', `Expected ${what} in UTF-8, of whole characters`);
};

/** Throws `invalid` for a body whose bytes are no text: decoders behind would put other characters in their place. */
export function checkBodyCharacters(body: ReceivedBody): void {
  const [first = Buffer.alloc(0)] = body;
  if (!isUtf8(body.length > 1 ? Buffer.concat(body) : first)) refuse('a body');
}

/** The same for the query of an address. */
export function checkQueryCharacters(query: string): void {
  // ASCII as it stands and encoded is always whole.
  if (!/%[89a-f]/i.test(query)) return;
  for (const [run] of query.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) refuse('a query');
  }
}
