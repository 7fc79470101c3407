import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../process/app-error.ts';

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

/** A URL with the address to connect to. */
export type Target = { url: URL; address: string; family: number };

/**
 * Resolves the host and checks its addresses. Unless `allowPrivate`, it throws without https or when any address is
 * not public. Connect to the returned `address`: a second DNS lookup could return another one.
 */
export async function resolveTarget(text: string, allowPrivate: boolean): Promise<Target> {
  const url = parse(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw new AppError('invalid', 'address_not_https', `Expected an https address, got ${url.protocol}//`);
  }
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  const refused = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address));
  if (refused) {
    throw new AppError('invalid', 'address_not_public', `Expected a public address, got ${refused.address}`);
  }
  const [first] = addresses;
  if (!first) throw new AppError('invalid', 'address_unknown_host', `${url.hostname} has no address`);
  return { url, ...first };
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new AppError('invalid', 'address_bad_url', 'The address is not a URL');
  return url;
}
