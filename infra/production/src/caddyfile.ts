import type { Color, Settings } from './place.ts';

/** Each value of CERTIFICATE, as lines of a site. */
export const certificateOf: Record<string, string> = {
  automatic: '',
  internal: '\ttls internal\n',
  files: '\ttls /site-certificate/site.pem /site-certificate/site-key.pem\n',
};

/** Caddy's configuration: HTTPS for the public name, and the version that requests go to. */
export function caddyfile(settings: Settings, color: Color): string {
  const { hostname } = new URL(settings.PUBLIC_URL ?? '');
  const certificate = certificateOf[settings.CERTIFICATE ?? 'automatic'] ?? '';
  const email = settings.ACME_EMAIL ? `\temail ${settings.ACME_EMAIL}\n` : '';
  return `\
# Written by \`make deploy\`.
{
${email}\tservers {
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
