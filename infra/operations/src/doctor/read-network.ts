import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { proxyRanges } from '@closingwire/topology/proxy-ranges';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings-file.ts';
import type { DnsFacts } from './check-address.ts';
import { type MailFacts, mailDomain } from './check-mail.ts';
import type { Looked } from './finding.ts';

/** The lookups of `node:dns/promises` that are used; tests pass fakes. */
export type DnsResolver = {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
};

const absent = new Set(['ENOTFOUND', 'ENODATA']);

/** Returns an empty list for a name without records, `unknown` if the DNS server does not reply. */
async function look<T>(ask: () => Promise<T[]>): Promise<Looked<T[]>> {
  try {
    const value = await ask();
    return value.length > 0 ? { kind: 'found', value } : { kind: 'missing' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return absent.has(code ?? '') ? { kind: 'missing' } : { kind: 'unknown', reason: code ?? message };
  }
}

/** A root server: same name and address since 1995. */
const rootServer = 'a.root-servers.net';

/** A private network's DNS may deny all public names. Then a missing name is unknown. */
export function publicDns(resolver: DnsResolver): DnsResolver {
  let probe: Promise<boolean> | undefined;
  const knowsPublicNames = () => {
    probe ??= resolver.resolve4(rootServer).then(
      () => true,
      () => false,
    );
    return probe;
  };
  const ask = async <T>(lookup: Promise<T>): Promise<T> => {
    try {
      return await lookup;
    } catch (error) {
      const isAbsent = absent.has((error as NodeJS.ErrnoException).code ?? '');
      if (isAbsent && !(await knowsPublicNames())) throw new Error('the DNS here knows no public names');
      throw error;
    }
  };
  return {
    resolve4: name => ask(resolver.resolve4(name)),
    resolve6: name => ask(resolver.resolve6(name)),
    resolveTxt: name => ask(resolver.resolveTxt(name)),
  };
}

const textsOf = async (resolver: DnsResolver, name: string) =>
  look(async () => (await resolver.resolveTxt(name)).map(parts => parts.join('')));

/** Interfaces of container engines; the internet does not reach them. */
const inner = /^(docker|br-|veth|virbr|cni|flannel)/;

/** Returns the addresses of this machine's interfaces, without loopback, link-local and container engines' addresses. */
export function interfaceAddresses(interfaces = networkInterfaces()): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !inner.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ internal, address }) => !internal && ipaddr.parse(address).range() !== 'linkLocal')
    .map(({ address }) => address);
}

const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast';

/** Looks up the public name, this server's addresses, and the addresses in PUBLIC_ADDRESS. */
export async function readDns(
  host: string,
  { PUBLIC_ADDRESS: given = '', TRUSTED_PROXY_RANGES: ranges }: Settings,
  resolver: DnsResolver,
  interfaces = interfaceAddresses(),
): Promise<DnsFacts> {
  const named = given
    .split(',')
    .map(address => address.trim())
    .filter(Boolean);
  const [a, aaaa] = await Promise.all([
    look(() => resolver.resolve4(host)),
    look(() => resolver.resolve6(host)),
  ]);
  const own = [...new Set([...named, ...interfaces])];
  const isOwnKnown = named.length > 0 || interfaces.some(each => isPublic(each) && !isIPv6(each));
  return { host, a, aaaa, own, isOwnKnown, proxies: proxyRanges(ranges) };
}

/** Returns the record of the domain or a parent: https://www.rfc-editor.org/rfc/rfc7489#section-6.6.3 */
async function readDmarc(domain: string, resolver: DnsResolver): Promise<Looked<string[]>> {
  const own = await textsOf(resolver, `_dmarc.${domain}`);
  const parent = domain.split('.').slice(1).join('.');
  return own.kind === 'missing' && parent.includes('.') ? readDmarc(parent, resolver) : own;
}

/** Looks up the records by which receivers trust MAIL_FROM; undefined if it has no domain. */
export async function readMailRecords(
  settings: Settings,
  resolver: DnsResolver,
  privateKey?: Looked<string>,
): Promise<MailFacts | undefined> {
  const domain = mailDomain(settings.MAIL_FROM);
  if (domain === undefined) return undefined;
  const { DKIM_SELECTOR: selector, DKIM_DOMAIN: signer = domain } = settings;
  const [spf, dmarc, records] = await Promise.all([
    textsOf(resolver, domain),
    readDmarc(domain, resolver),
    selector === undefined ? undefined : textsOf(resolver, `${selector}._domainkey.${signer}`),
  ]);
  if (selector === undefined || records === undefined) return { domain, spf, dmarc };
  return {
    domain,
    spf,
    dmarc,
    dkim: { selector, domain: signer, records, ...(privateKey && { privateKey }) },
  };
}
