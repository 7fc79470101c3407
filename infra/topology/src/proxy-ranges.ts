import { BlockList, isIP } from 'node:net';

/** Splits TRUSTED_PROXY_RANGES at commas and spaces. */
export const proxyRanges = (setting = ''): string[] => setting.split(/[\s,]+/).filter(Boolean);

function parse(range: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', length, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(length ?? '0')) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = Number(length ?? most);
  return bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}

/** A wider range covers much of the internet: clients in it could forge X-Forwarded-For. */
const LEAST_BITS = { ipv4: 8, ipv6: 16 };

/** Returns the first range that is invalid or too wide to trust. */
export const wrongRange = (ranges: readonly string[]): string | undefined =>
  ranges.find(range => {
    const parsed = parse(range);
    return !parsed || parsed.bits < LEAST_BITS[parsed.family];
  });

/** Returns whether an address is in one of the ranges. Invalid ranges contain no address. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const parsed = parse(range);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.family);
  }
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
