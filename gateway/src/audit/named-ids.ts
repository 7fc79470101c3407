import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { NAMED_IDS_HEADER, namedIds } from '@closingwire/contracts/named-ids';

const named = Symbol('named ids');
type Noting = ServerResponse & { [named]?: Record<string, string> };

/** Keeps what a service said that a request named. */
export function noteNamedIds(res: Noting, reply: IncomingHttpHeaders): void {
  const header = reply[NAMED_IDS_HEADER];
  if (header !== undefined) res[named] = namedIds(Object.fromEntries(new URLSearchParams(String(header))));
}

export const notedIds = (res: Noting): Record<string, string> => res[named] ?? {};
