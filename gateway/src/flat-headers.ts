import type { ServerResponse } from 'node:http';

/** Names and values in turn, as they go on the wire. */
export type FlatHeaders = string[];

export function setHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}
