import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { LONGEST_ASKED_WAIT_MS } from '@closingwire/contracts/catalog';
import type { WebhookAnswer } from '../domain/webhook-answer.ts';
import { resolveTarget, type Target } from './resolve-target.ts';

export type Post = { url: string; headers: Record<string, string>; body: string };
export type PostOptions = { allowPrivate: boolean; timeoutMs: number };

/** Posts once, within the time-out, following no redirect. Never throws: a failure is an answer too. */
export async function postWebhook(
  post: Post,
  { allowPrivate, timeoutMs }: PostOptions,
): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await send(await resolveTarget(post.url, allowPrivate), post, signal);
  } catch (error) {
    if (signal.aborted) return { error: `No answer within ${timeoutMs} ms` };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function send({ url, address, family }: Target, post: Post, signal: AbortSignal): Promise<WebhookAnswer> {
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
        // The status came; what goes wrong from here on changes nothing.
        outgoing.off('error', reject).on('error', () => {});
        const text = await beginningOf(response);
        resolve({
          status: response.statusCode ?? 0,
          retryAfterMs: retryAfterMs(response.headers['retry-after']),
          text,
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(post.body);
  });
}

const KEPT_CHARACTERS = 1_000;
const READING_MS = 500;

/** What the log keeps of a reply. A receiver that never ends its body holds nothing open. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  const patience = setTimeout(() => response.destroy(), READING_MS);
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length >= KEPT_CHARACTERS) break;
    }
  } catch {
    // What came until then is kept.
  }
  clearTimeout(patience);
  // Postgres keeps no NUL in text.
  return text.slice(0, KEPT_CHARACTERS).replaceAll('\0', '');
}

/** `Retry-After` in seconds or as a date, at most a day; 0 when absent or unreadable. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_ASKED_WAIT_MS);
}
