import type { Request } from 'express';

/** Returns the body of an upload. The request stays open after the loop ends early, so that the reply can be sent. */
export const uploadBody = (request: Request): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

const LINGER_MS = 10_000;

/** Reads the rest of the body for a while, so that the client can read the refusal. */
export function discardRest(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer)).resume();
}
