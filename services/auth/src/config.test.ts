import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { authConfig } from './config.ts';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const listed = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
/** Of the services that read tokens of others; this one has the keys. */
const unused = new Set(['JWKS_URL']);

test('every setting is explained in the example', () => {
  const read = Object.keys(authConfig.shape).filter(name => !unused.has(name));
  expect(read.filter(name => !listed.has(name))).toEqual([]);
});

test('the example names no setting that nobody reads', () => {
  expect([...listed].filter(name => name === undefined || !(name in authConfig.shape))).toEqual([]);
});

test('the redirect list takes commas, spaces and lines', () => {
  const { REDIRECT_ALLOW_LIST } = authConfig.shape;
  expect(REDIRECT_ALLOW_LIST.parse('https://a.example/**, https://{b,c}.example/\n app://back')).toEqual([
    'https://a.example/**',
    'https://{b,c}.example/',
    'app://back',
  ]);
});
