import { lookup } from 'node:dns/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { isPublicAddress } from './public-address.ts';

export type Target = { url: URL; address: string; family: number };

/**
 * The address to connect to: https and public addresses only, unless `allowPrivate`. Throws when a name has even
 * one address that is not public. Connect to `address` itself, so that nobody can change the name's answer in between.
 */
export async function resolveTarget(text: string, allowPrivate: boolean): Promise<Target> {
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
