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

/** Caddy's configuration: HTTPS for the public name, and the version that requests go to. */
export function caddyfile(settings: Settings, color: Color): string {
  const { hostname } = new URL(settings.PUBLIC_URL ?? '');
  const certificate = certificateOf[settings.CERTIFICATE ?? 'automatic'] ?? '';
  const authority = Object.entries(authorityOptions)
    .map(([name, option]) => (settings[name] ? `\t${option} ${settings[name]}\n` : ''))
    .join('');
  return `\
# Written by \`make deploy\`.
{
${authority}\tservers {
\t\tprotocols h1 h2
\t}
}

https://${hostname} {
${certificate}\treverse_proxy gateway-${color}:8080 {
\t\t# The gateway closes idle connections after 65 s.
\t\ttransport http {
\t\t\tkeepalive 60s
\t\t}
\t}
}
`;
}
