import { z } from 'zod';
import type { Closing } from './closings.ts';

/** The product will never take these rows as they are sent. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const TIMEOUT_MS = 30_000;
const reply = z.object({ batchId: z.string(), accepted: z.number(), rejected: z.number() });

type Destination = { address: URL; key: string; signal: AbortSignal };

/** Sends rows as NDJSON. Throws `RefusedError` for a 4xx that another try cannot change. */
export async function deliverRows(
  rows: readonly Closing[],
  { address, key, signal }: Destination,
): Promise<z.output<typeof reply>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
    body: rows.map(row => `${JSON.stringify(row)}\n`).join(''),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.ok) return reply.parse(await response.json());
  const text = `The product answered ${response.status}: ${(await response.text()).slice(0, 300)}`;
  throw mayPass(response.status) ? new Error(text) : new RefusedError(text);
}

const mayPass = (status: number) => status >= 500 || status === 408 || status === 429 || status === 404;
