import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { resolveTarget, type Target } from '@closingwire/chassis/public-address';
import { retryAfterMs } from '@closingwire/chassis/retry';
import { LONGEST_ASKED_WAIT_MS } from '@closingwire/contracts/catalog';
import type { WebhookReply } from './rules.ts';

export type Post = { url: string; headers: Record<string, string>; body: string };
export type PostOptions = { allowPrivate: boolean; timeoutMs: number };

/** Posts once and follows no redirect. It never throws: failures and timeouts are replies with an `error`. */
export async function postWebhook(
  post: Post,
  { allowPrivate, timeoutMs }: PostOptions,
): Promise<WebhookReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await send(await resolveTarget(post.url, allowPrivate), post, signal);
  } catch (error) {
    if (signal.aborted) return { error: `No reply within ${timeoutMs} ms` };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function send({ url, address, family }: Target, post: Post, signal: AbortSignal): Promise<WebhookReply> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { ...post.headers, 'content-length': Buffer.byteLength(post.body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers,
        signal,
        agent: false,
        lookup: (_name, _options, done) => done(null, [{ address, family }]),
      },
      async response => {
        // `judge` uses only the status, so errors after it are ignored.
        outgoing.off('error', reject).on('error', () => {});
        const text = await beginningOf(response);
        resolve({
          status: response.statusCode ?? 0,
          retryAfterMs: retryAfterMs(response.headers['retry-after'], LONGEST_ASKED_WAIT_MS),
          text,
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(post.body);
  });
}

const MOST_CHARACTERS = 1_000;
const READING_MS = 500;

/** Reads the start of the body for the log, for at most half a second: a receiver may never end it. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  const timeout = setTimeout(() => response.destroy(), READING_MS);
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length >= MOST_CHARACTERS) break;
    }
  } catch {
    // Keep the part received so far.
  }
  clearTimeout(timeout);
  // Postgres refuses NUL in text.
  return text.slice(0, MOST_CHARACTERS).replaceAll('\0', '');
}
