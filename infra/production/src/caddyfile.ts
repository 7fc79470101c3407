import type { Color, Settings } from './place.ts';

const certificateOf: Record<string, string> = {
  automatic: '',
  internal: '\ttls internal\n',
  files: '\ttls /certificates/site.pem /certificates/site-key.pem\n',
};

/** Caddy's configuration: HTTPS for the public name, and the version that requests go to. */
export function caddyfile(settings: Settings, color: Color): string {
  const { host } = new URL(settings.PUBLIC_URL ?? '');
  const certificate = certificateOf[settings.CERTIFICATE ?? 'automatic'] ?? '';
  const email = settings.ACME_EMAIL ? `\temail ${settings.ACME_EMAIL}\n` : '';
  return `\
# Written by \`make deploy\`.
{
${email}\tservers {
\t\tprotocols h1 h2
\t}
}

https://${host} {
${certificate}\treverse_proxy gateway-${color}:8080
}
`;
}
