import { explainConfig } from '@closingwire/chassis/config';
import { expect, test } from 'vitest';
import { gatewayConfig } from './config.ts';
import { securityHeaders } from './security-headers.ts';

const base = {
  KAFKA_BROKERS: 'broker:9092',
  TOKEN_ISSUER: 'https://app.example.com/api/auth/v1',
  SERVICE_SECRET: 'Zm9yIHRlc3RzIGFsb25lLCAzMiBieXRlcyBsb25n',
  FRONTEND_DIST: '/app',
};

function faultsOf(settings: Record<string, string>): string[] {
  const env = { ...base, ...settings };
  const { error } = gatewayConfig.safeParse(env);
  return error ? explainConfig(error, env) : [];
}

function hstsOf(publicUrl: string, settings: Record<string, string> = {}): string | undefined {
  const config = gatewayConfig.parse({ ...base, ...settings });
  const headers = securityHeaders({
    publicUrl,
    paymentOrigins: [],
    transportSecurity: {
      maxAge: config.HSTS_MAX_AGE_S,
      includeSubDomains: config.HSTS_INCLUDE_SUBDOMAINS,
      preload: config.HSTS_PRELOAD,
    },
  });
  return headers[headers.indexOf('Strict-Transport-Security') + 1];
}

test('HSTS covers this name alone for two years by default', () => {
  expect(hstsOf('https://app.example.com')).toBe('max-age=63072000');
});

test('HSTS is not sent where the public address is http', () => {
  const headers = securityHeaders({
    publicUrl: 'http://localhost:8080',
    paymentOrigins: [],
    transportSecurity: { maxAge: 1, includeSubDomains: false, preload: false },
  });
  expect(headers).not.toContain('Strict-Transport-Security');
});

test('subdomains and the preload list are opt-in', () => {
  const subdomains = { HSTS_INCLUDE_SUBDOMAINS: 'true' };
  expect(hstsOf('https://app.example.com', subdomains)).toBe('max-age=63072000; includeSubDomains');
  expect(hstsOf('https://app.example.com', { ...subdomains, HSTS_PRELOAD: 'true' })).toBe(
    'max-age=63072000; includeSubDomains; preload',
  );
});

test('preload without subdomains is a fault of the settings', () => {
  expect(faultsOf({ HSTS_PRELOAD: 'true' })).toEqual([
    'HSTS_INCLUDE_SUBDOMAINS: expected true, because HSTS_PRELOAD is set; got nothing',
  ]);
});

test('preload with less than a year is a fault of the settings', () => {
  const settings = { HSTS_PRELOAD: 'true', HSTS_INCLUDE_SUBDOMAINS: 'true', HSTS_MAX_AGE_S: '31535999' };
  expect(faultsOf(settings)).toEqual([
    "HSTS_MAX_AGE_S: expected a number of seconds of at least a year (31536000), because HSTS_PRELOAD is set; got '31535999'",
  ]);
  expect(faultsOf({ ...settings, HSTS_MAX_AGE_S: '31536000' })).toEqual([]);
});
