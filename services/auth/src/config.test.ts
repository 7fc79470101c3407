import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { authConfig, authSettings } from './config.ts';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const listed = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
/** For services that verify auth's tokens; auth has the keys. */
const unused = new Set(['JWKS_URL']);

test('the example has every setting', () => {
  const read = Object.keys(authSettings.shape).filter(name => !unused.has(name));
  expect(read.filter(name => !listed.has(name))).toEqual([]);
});

test('the example has no unknown setting', () => {
  expect([...listed].filter(name => name === undefined || !(name in authSettings.shape))).toEqual([]);
});

test('commas, spaces and line ends separate the redirect list', () => {
  const { REDIRECT_ALLOW_LIST } = authSettings.shape;
  expect(REDIRECT_ALLOW_LIST.parse('https://a.example/**, https://{b,c}.example/\n app://back')).toEqual([
    'https://a.example/**',
    'https://{b,c}.example/',
    'app://back',
  ]);
});

test('with brokers, an access token expires before the gateway forgets revoked sessions', () => {
  const given = { DATABASE_URL: 'postgres://h/auth', JWKS_URL: 'http://h', TOKEN_ISSUER: 'http://h' };
  const settings = {
    ...given,
    SERVICE_SECRET: '0123456789abcdefghijklmnopqrstuvwxyzABCD',
    PUBLIC_URL: 'http://h',
    ACCESS_TOKEN_S: '3600',
  };
  const read = (more: object) => authConfig.safeParse({ ...settings, ...more });
  const refused = read({ KAFKA_BROKERS: 'h:9092' });
  expect(refused.error?.issues.map(({ path }) => path.join())).toEqual(['ACCESS_TOKEN_S']);
  expect(read({}).error?.issues).toBeUndefined();
});
