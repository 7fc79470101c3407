import { isIP, isIPv6 } from 'node:net';
import { isInRanges } from '@closingwire/topology/proxy-ranges';
import type { Settings } from '../settings-file.ts';
import { type Finding, type Looked, problem, warning } from './finding.ts';

/** Names outside public DNS: https://www.rfc-editor.org/rfc/rfc6761, rfc2606 */
const reserved = /(^|\.)(test|example|invalid|localhost|local|internal|example\.(com|net|org))$/i;

export const isReservedName = (host: string): boolean => reserved.test(host);

/** Returns the host of a usable PUBLIC_URL. */
export function publicHost({ PUBLIC_URL: address }: Settings): string | undefined {
  const host = URL.parse(address ?? '')?.hostname;
  return host && isIP(host.replaceAll(/[[\]]/g, '')) === 0 && host !== 'localhost' ? host : undefined;
}

/** At least two labels: https://www.rfc-editor.org/rfc/rfc1035 */
const isDomain = (host: string) =>
  host.length <= 253 && /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/.test(host);

/** Reserved for documentation: nobody can register them. */
const ofDocuments = /(^|\.)example(\.(com|net|org))?$/;

/** Returns the expected address and the remedy. */
function faultOfAddress(address: string | undefined): { expected: string; action: string } | undefined {
  const example = 'set PUBLIC_URL=https:// and the name of this installation';
  const url = URL.parse(address ?? '');
  if (!url) return { expected: 'the https address of this installation', action: example };
  if (url.protocol !== 'https:') {
    const action = 'browsers and Stripe need https, so set it with https://';
    return { expected: `https://${url.host || 'your.domain'}`, action };
  }
  if (!isDomain(url.hostname)) {
    const action = 'certificates need a domain, so point one to this server';
    return { expected: 'an address with a domain', action };
  }
  if (address !== url.origin) {
    const isLonger = address?.startsWith(url.origin);
    return {
      expected: url.origin,
      action: isLonger ? 'remove what follows the name' : 'write it in this way',
    };
  }
  if (ofDocuments.test(url.hostname)) return { expected: 'a name of your own', action: example };
  return undefined;
}

export function checkPublicUrl({ PUBLIC_URL: address }: Settings): Finding[] {
  const fault = faultOfAddress(address);
  if (fault) {
    const got = address === undefined ? 'nothing' : address.slice(0, 100);
    return [problem('PUBLIC_URL', `expected ${fault.expected}, got ${got}; ${fault.action}.`)];
  }
  const { hostname } = new URL(address ?? '');
  if (!isReservedName(hostname)) return [];
  const text = `${hostname} is a reserved name, which only machines with a hosts entry find; use a domain of your own for customers.`;
  return [warning('PUBLIC_URL', text)];
}

export type DnsFacts = {
  host: string;
  a: Looked<string[]>;
  aaaa: Looked<string[]>;
  /** Known public addresses of this server. */
  own: string[];
  /** False behind NAT: the interfaces have only private addresses. */
  isOwnKnown: boolean;
  /** Ranges of a proxy in front of the server; DNS may point to it instead. */
  proxies: string[];
};

const addressesIn = (looked: Looked<string[]>) => (looked.kind === 'found' ? looked.value : []);

/** The containers' network has only IPv4, so the engine replaces the address of an IPv6 client by its own. */
function checkIpv6(host: string, addresses: readonly string[]): Finding[] {
  if (addresses.length === 0) return [];
  const text = `${host} has an AAAA record, but all its visitors count as one client, for limits and the audit log; remove it.`;
  return [warning('DNS', text)];
}

/** Compares the public name's DNS records with this server's addresses. */
export function checkDns({ host, a, aaaa, own, isOwnKnown, proxies }: DnsFacts): Finding[] {
  if (isReservedName(host)) return [];
  const unknown = [a, aaaa].find(looked => looked.kind === 'unknown');
  const found = [...addressesIn(a), ...addressesIn(aaaa)];
  if (found.length === 0 && unknown?.kind === 'unknown') {
    return [
      warning(
        'DNS',
        `${host} cannot be looked up here (${unknown.reason}); check that it points to this server.`,
      ),
    ];
  }
  if (found.length === 0) {
    return [
      problem(
        'DNS',
        `expected an A record of ${host}, got none; create one with the address of this server.`,
      ),
    ];
  }
  const direct = (addresses: readonly string[]) => addresses.filter(address => !isInRanges(address, proxies));
  const foreign = direct(found).filter(address => !own.includes(address));
  if (foreign.length === 0) return checkIpv6(host, direct(addressesIn(aaaa)));
  const [names, mine] = [foreign.join(', '), own.join(', ') || 'none that is public'];
  if (!isOwnKnown && foreign.length === found.length) {
    const action = 'if they belong together, set PUBLIC_ADDRESS to the public address';
    return [warning('DNS', `${host} points to ${names}, and this server has ${mine}; ${action}.`)];
  }
  if (proxies.length > 0) {
    const text = `${host} points to ${names}, which TRUSTED_PROXY_RANGES does not have; check that these are addresses of your proxy.`;
    return [warning('DNS', text)];
  }
  const isOnlyV6 = foreign.every(address => isIPv6(address)) && foreign.length < found.length;
  const action = isOnlyV6
    ? 'remove the AAAA record, or give this server the address'
    : 'change the record, or set PUBLIC_ADDRESS where another machine forwards to this one';
  return [problem('DNS', `expected ${host} to point to this server (${mine}), got ${names}; ${action}.`)];
}
