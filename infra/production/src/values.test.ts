import { productProcesses } from '@closingwire/topology';
import { environmentFor, filledIn } from '@closingwire/topology/production-environment';
import { expect, test } from 'vitest';
import { caddyfile } from './caddyfile.ts';
import type { Deployment } from './deployment.ts';
import { composeValues, containerServers } from './values.ts';

const deployment = (settings: Record<string, string>): Deployment => ({
  settingsFile: '/srv/.env.production',
  settings: { PUBLIC_URL: 'https://app.example.com/', POSTGRES_PASSWORD: 'p@ss/word', ...settings },
  project: 'closingwire',
  state: '/srv/.production',
  certificates: '/srv/certificates',
  siteCertificate: '/srv/site-certificate',
  backups: '/srv/backups',
});

test('without addresses every server runs in a container', () => {
  expect(containerServers({})).toEqual(['postgres', 'kafka', 'mongo']);
  expect(composeValues(deployment({}))).toMatchObject({
    AUTH_DATABASE_URL: 'postgres://closingwire:p%40ss%2Fword@postgres:5432/auth',
    KAFKA_BROKERS: 'kafka:9092',
    MONGODB_URL: 'mongodb://mongo:27017/content',
    PUBLIC_URL: 'https://app.example.com',
  });
});

test.each([
  ['POSTGRES_URL', 'postgres://a:b@db:5432/postgres?sslmode=verify-full', ['kafka', 'mongo']],
  ['KAFKA_BROKERS', 'kafka.example.com:9093', ['postgres', 'mongo']],
  ['MONGODB_URL', 'mongodb+srv://a:b@mongo.example.com/content', ['postgres', 'kafka']],
])('%s takes the place of one container', (name, value, left) => {
  expect(containerServers({ [name]: value })).toEqual(left);
  expect(composeValues(deployment({ [name]: value }))).toMatchObject({ [name]: value });
});

test('each database keeps the options of the address', () => {
  const { LEADS_DATABASE_URL } = composeValues(
    deployment({ POSTGRES_URL: 'postgres://a:b@db/postgres?sslmode=require' }),
  );
  expect(LEADS_DATABASE_URL).toBe('postgres://a:b@db/leads?sslmode=require');
});

test.each([
  ['mongodb://a:b@m/admin', 'mongodb://a:b@m/content?authSource=admin'],
  ['mongodb://a:b@m/admin?tls=true', 'mongodb://a:b@m/content?tls=true&authSource=admin'],
  ['mongodb://a:b@m/?tls=true', 'mongodb://a:b@m/content?tls=true'],
  ['mongodb://a:b@m/admin?authSource=users', 'mongodb://a:b@m/content?authSource=users'],
])('content has its own database, and users of another sign in there: %s', (given, expected) => {
  expect(composeValues(deployment({ MONGODB_URL: given })).MONGODB_URL).toBe(expected);
});

test('billing gets the webhook secrets of both modes', () => {
  const billing = productProcesses.find(({ name }) => name === 'billing');
  if (!billing) throw new Error('expected billing');
  const secrets = { STRIPE_WEBHOOK_SECRET: 'whsec_a', STRIPE_LIVE_WEBHOOK_SECRET: 'whsec_b' };
  expect(filledIn(environmentFor(billing), secrets)).toMatchObject(secrets);
});

test('a port of the address is not one of Caddy inside its container', () => {
  expect(caddyfile({ PUBLIC_URL: 'https://app.example.com:8443' }, 'blue')).toContain(
    'https://app.example.com {',
  );
});

test('without another proxy Caddy believes no X-Forwarded-For', () => {
  const text = caddyfile({ PUBLIC_URL: 'https://app.example.com' }, 'blue');
  expect(text).not.toMatch(/trusted_proxies|header_up/);
});

test('behind a proxy Caddy passes on the one address of the client', () => {
  const settings = {
    PUBLIC_URL: 'https://app.example.com',
    TRUSTED_PROXY_RANGES: '10.0.0.0/16, 2001:db8::/32',
  };
  expect(caddyfile(settings, 'green')).toBe(`\
# Written by \`make deploy\`.
{
\tservers {
\t\tprotocols h1 h2
\t\ttrusted_proxies static 10.0.0.0/16 2001:db8::/32
\t\ttrusted_proxies_strict
\t\tclient_ip_headers X-Forwarded-For
\t}
}

https://app.example.com {
\treverse_proxy gateway-green:8080 {
\t\theader_up X-Forwarded-For {client_ip}
\t\theader_up X-Forwarded-Host {hostport}
\t\theader_up X-Forwarded-Proto {scheme}
\t\t# The gateway closes idle connections after 65 s.
\t\ttransport http {
\t\t\tkeepalive 60s
\t\t}
\t}
}
`);
});

test.each([
  ['automatic', undefined],
  ['internal', 'tls internal'],
  ['files', 'tls /site-certificate/site.pem /site-certificate/site-key.pem'],
])('Caddy takes a certificate that is %s', (CERTIFICATE, line) => {
  const text = caddyfile({ PUBLIC_URL: 'https://app.example.com', CERTIFICATE }, 'green');
  expect(text).toContain('https://app.example.com {');
  expect(text).toContain('reverse_proxy gateway-green:8080');
  expect(/\ttls .*/.exec(text)?.[0].trim()).toBe(line);
});

test('another authority issues the certificate', () => {
  const text = caddyfile(
    {
      PUBLIC_URL: 'https://app.example.com',
      ACME_DIRECTORY: 'https://acme.example.com/directory',
      ACME_CA_FILE: '/certificates/acme.pem',
    },
    'blue',
  );
  expect(text).toContain(
    '\tacme_ca https://acme.example.com/directory\n\tacme_ca_root /certificates/acme.pem\n',
  );
});
