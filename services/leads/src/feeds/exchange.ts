import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@closingwire/chassis/app-error';
import { resolveTarget, type Target } from '@closingwire/chassis/public-address';
import { retryAfterMs } from '@closingwire/chassis/retry';
import { FeedError } from './feed-error.ts';

export type Asked = {
  url: string;
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
};

export type Replied = { status: number; retryAfterMs: number; text: string };

export type ExchangeOptions = {
  /** Whether http and addresses of private networks are permitted. */
  allowPrivate: boolean;
  timeoutMs: number;
  signal: AbortSignal;
};

/** A page of 5,000 wide rows takes about 15 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Returns the reply's body; throws `away` if it is cut short or too large. */
async function textOf(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new FeedError('away', `Expected a reply of at most ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

const rejectionBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

function send({ url, address, family }: Target, asked: Asked, signal: AbortSignal): Promise<Replied> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { method = 'GET', body } = asked;
  const headers = {
    'accept-encoding': 'gzip',
    ...asked.headers,
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers,
      signal,
      agent: false,
      // Connects to the checked address: a second lookup could return another one.
      lookup: (_name, _options, done) => done(null, [{ address, family }]),
    });
    outgoing.on('error', reject);
    outgoing.on('response', reply => {
      const isZipped = reply.headers['content-encoding'] === 'gzip';
      const unzipped = isZipped ? pipeline(reply, createGunzip(), () => {}) : reply;
      const { statusCode: status = 0 } = reply;
      const wait = retryAfterMs(reply.headers['retry-after'], LONGEST_WAIT_MS);
      textOf(unzipped).then(text => resolve({ status, retryAfterMs: wait, text }), reject);
    });
    outgoing.end(body);
  });
}

/**
 * Sends one request and follows no redirect. Throws a FeedError: `refused` for an address that may not be called, `away`
 * without a whole reply within the time.
 */
export async function exchange(
  asked: Asked,
  { allowPrivate, timeoutMs, signal }: ExchangeOptions,
): Promise<Replied> {
  const late = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([late, signal]);
  try {
    // A lookup takes no signal.
    const target = await Promise.race([resolveTarget(asked.url, allowPrivate), rejectionBy(ended)]);
    return await send(target, asked, ended);
  } catch (cause) {
    if (cause instanceof FeedError) throw cause;
    const { host } = URL.parse(asked.url) ?? { host: asked.url };
    if (cause instanceof AppError && cause.kind === 'invalid')
      throw new FeedError('refused', cause.message, { cause });
    if (late.aborted)
      throw new FeedError('away', `No reply from ${host} within ${timeoutMs / 1_000} s`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FeedError('away', `No whole reply from ${host}: ${reason}`, { cause });
  }
}
