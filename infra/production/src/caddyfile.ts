import { proxyRanges } from '@closingwire/topology/proxy-ranges';
import type { Color, Settings } from './place.ts';

/** Each value of CERTIFICATE, as lines of a site. */
export const certificateOf: Record<string, string> = {
  automatic: '',
  internal: '\ttls internal\n',
  files: '\ttls /site-certificate/site.pem /site-certificate/site-key.pem\n',
};

/** Global options about the authority that issues an automatic certificate. */
const authorityOptions: Record<string, string> = {
  ACME_EMAIL: 'email',
  ACME_DIRECTORY: 'acme_ca',
  ACME_CA_FILE: 'acme_ca_root',
};

/**
 * Caddy believes X-Forwarded-For of a request that comes from these ranges, and reads it from the right, so that it takes no
 * entry that a client wrote. trusted_proxies_strict needs Caddy 2.8.
 */
const trust = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ''
    : `\t\ttrusted_proxies static ${ranges.join(' ')}
\t\ttrusted_proxies_strict
\t\tclient_ip_headers X-Forwarded-For
`;

/** The gateway gets the one address of the client, and no name or scheme that a client sent through the proxy. */
const oneClient = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ''
    : `\t\theader_up X-Forwarded-For {client_ip}
\t\theader_up X-Forwarded-Host {hostport}
\t\theader_up X-Forwarded-Proto {scheme}
`;

/** Caddy's configuration: HTTPS for the public name, and the version that requests go to. */
export function caddyfile(settings: Settings, color: Color): string {
  const { hostname } = new URL(settings.PUBLIC_URL ?? '');
  const certificate = certificateOf[settings.CERTIFICATE ?? 'automatic'] ?? '';
  const authority = Object.entries(authorityOptions)
    .map(([name, option]) => (settings[name] ? `\t${option} ${settings[name]}\n` : ''))
    .join('');
  const ranges = proxyRanges(settings.TRUSTED_PROXY_RANGES);
  return `\
# Written by \`make deploy\`.
{
${authority}\tservers {
\t\tprotocols h1 h2
${trust(ranges)}\t}
}

https://${hostname} {
${certificate}\treverse_proxy gateway-${color}:8080 {
${oneClient(ranges)}\t\t# The gateway closes idle connections after 65 s.
\t\ttransport http {
\t\t\tkeepalive 60s
\t\t}
\t}
}
`;
}
