import { proxyRanges } from '@closingwire/topology/proxy-ranges';
import type { Color, Settings } from './deployment.ts';

/** Site lines for each value of CERTIFICATE. */
export const certificateOf: Record<string, string> = {
  automatic: '',
  internal: '\ttls internal\n',
  files: '\ttls /site-certificate/site.pem /site-certificate/site-key.pem\n',
};

/** Global options for the authority of automatic certificates. */
const authorityOptions: Record<string, string> = {
  ACME_EMAIL: 'email',
  ACME_DIRECTORY: 'acme_ca',
  ACME_CA_FILE: 'acme_ca_root',
};

/**
 * Caddy trusts X-Forwarded-For only from these ranges and reads it from the right, so it ignores entries that the
 * client wrote. trusted_proxies_strict needs Caddy 2.8.
 */
const trust = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ''
    : `\t\ttrusted_proxies static ${ranges.join(' ')}
\t\ttrusted_proxies_strict
\t\tclient_ip_headers X-Forwarded-For
`;

/**
 * Behind trusted proxies, sends the gateway only the client's address. Overwrites host and scheme headers, which a
 * client can send through the proxy.
 */
const oneClient = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ''
    : `\t\theader_up X-Forwarded-For {client_ip}
\t\theader_up X-Forwarded-Host {hostport}
\t\theader_up X-Forwarded-Proto {scheme}
`;

/** Returns Caddy's configuration: HTTPS for the public name, and the version that gets requests. */
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
