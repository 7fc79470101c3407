import { type ExchangeOptions, exchange, type Replied } from './exchange.ts';
import { FeedError } from './feed-error.ts';
import type { Limiter } from './limiter.ts';
import { checkStatus } from './reply-status.ts';
import type { ResoRow } from './reso-fields.ts';
import type { Tokens } from './tokens.ts';

export type Page = { rows: ResoRow[]; nextLink: string | undefined };

export type ODataClient = {
  /** Gets rows: of a path with its query, or of a link that the server gave. */
  page(address: string): Promise<Page>;
  /** Gets a text, such as `$metadata`. */
  text(address: string): Promise<string>;
};

function parsePage(text: string): Page {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new FeedError('away', 'Expected whole JSON; the body ended early', { cause });
  }
  const { value, '@odata.nextLink': nextLink } = (body ?? {}) as {
    value?: unknown;
    '@odata.nextLink'?: unknown;
  };
  if (!Array.isArray(value)) throw new FeedError('refused', 'Expected a page of rows in `value`');
  const rows = value.filter(row => typeof row === 'object' && row !== null) as ResoRow[];
  return { rows, nextLink: typeof nextLink === 'string' && nextLink !== '' ? nextLink : undefined };
}

export type ClientOptions = ExchangeOptions & {
  /** The base of the service. */
  url: string;
  tokens: Tokens;
  limiter: Limiter;
  /** Rows of a page that the client would like; the server decides. */
  preferredRows: number;
};

/** Returns the absolute address. A link may only lead to the host of the service: the request carries the token. */
function addressIn(base: string, address: string): string {
  const root = new URL(base.endsWith('/') ? base : `${base}/`);
  const url = URL.parse(address, root.href);
  if (!url || url.host !== root.host)
    throw new FeedError('refused', `Expected a next link to ${root.host}; got ${address.slice(0, 200)}`);
  // Behind a proxy, a server may write http into its links.
  url.protocol = root.protocol;
  return url.href;
}

/** Opens a client of a service. It renews a refused token once, and throws FeedErrors. */
export function openClient({ url, tokens, limiter, preferredRows, ...options }: ClientOptions): ODataClient {
  async function once(address: string, accept: string): Promise<Replied> {
    const token = await tokens.current();
    await limiter.start(options.signal);
    try {
      return await exchange(
        {
          url: addressIn(url, address),
          headers: {
            accept,
            authorization: `Bearer ${token}`,
            'odata-version': '4.0',
            'odata-maxversion': '4.01',
            prefer: `odata.maxpagesize=${preferredRows}`,
          },
        },
        options,
      );
    } finally {
      limiter.end();
    }
  }

  async function get(address: string, accept: string): Promise<string> {
    let reply = await once(address, accept);
    if (reply.status === 401 && tokens.renewable) {
      tokens.forget();
      reply = await once(address, accept);
    }
    checkStatus(reply);
    return reply.text;
  }

  return {
    page: async address => parsePage(await get(address, 'application/json')),
    text: address => get(address, 'application/xml'),
  };
}
