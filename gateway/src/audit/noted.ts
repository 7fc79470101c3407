import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type AuditChange, CHANGES_HEADER, decodeChanges } from '@closingwire/contracts/audit';
import { NAMED_IDS_HEADER, namedIds } from '@closingwire/contracts/named-ids';

/** What a service says of a request: the ids that it named, and what it changed. */
export type Noted = { named: Record<string, string>; changes: AuditChange[] };

const noted = Symbol('noted for the audit log');
type Noting = ServerResponse & { [noted]?: Noted };

/** Keeps what a service said of a request. */
export function noteReply(res: Noting, reply: IncomingHttpHeaders): void {
  const { [NAMED_IDS_HEADER]: ids, [CHANGES_HEADER]: changes } = reply;
  if (ids === undefined && changes === undefined) return;
  res[noted] = {
    named: namedIds(Object.fromEntries(new URLSearchParams(String(ids ?? '')))),
    changes: decodeChanges(String(changes ?? '')),
  };
}

export const notedOf = (res: Noting): Noted => res[noted] ?? { named: {}, changes: [] };
