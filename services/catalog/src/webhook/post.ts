import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { AppError } from '@closingwire/chassis/app-error';
import { LONGEST_ASKED_WAIT_MS } from '@closingwire/contracts/catalog';
import type { WebhookReply } from './rules.ts';

// From IANA's special-purpose address registries.
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}

// In IPv6 only global unicast is public, without the ranges of tunnels and examples. This excludes mapped IPv4.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Returns false for private, local and reserved addresses, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  if (family !== 6) return false;
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

type Target = { url: URL; address: string; family: number };

/**
 * Resolves the host and checks its addresses. Unless `allowPrivate`, it throws without https or when any address is
 * not public. Connect to the returned `address`: a second DNS lookup could return another one.
 */
async function resolveTarget(text: string, allowPrivate: boolean): Promise<Target> {
  const url = parse(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new AppError('invalid', 'webhook_not_https', `Expected an https address, got ${url.protocol}//`);
  }
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  const refused = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address));
  if (refused) {
    throw new AppError('invalid', 'webhook_not_public', `Expected a public address, got ${refused.address}`);
  }
  const [first] = addresses;
  if (!first) throw new AppError('invalid', 'webhook_unknown_host', `${url.hostname} has no address`);
  return { url, ...first };
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new AppError('invalid', 'webhook_bad_url', 'The webhook address is not a URL');
  return url;
}

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
          retryAfterMs: retryAfterMs(response.headers['retry-after']),
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

/** Parses `Retry-After`, seconds or a date, up to a day; 0 when absent or invalid. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_ASKED_WAIT_MS);
}
