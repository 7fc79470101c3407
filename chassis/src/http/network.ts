import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_GROUPS = 4;

/**
 * Returns the network that rate limits count: an IPv4 address itself, the /64 of an IPv6 address, because one user has all
 * of it. IPv4 inside IPv6 counts as IPv4; other text is returned unchanged.
 */
export function networkOf(address: string): string {
  // Runs for every request; the parser costs some microseconds.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${groups.map(group => group.toString(16)).join(':')}::/64`;
}
