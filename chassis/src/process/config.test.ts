import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  explainConfig,
  identityConfig,
  kafkaConfig,
  ownSecret,
  processConfig,
  readConfig,
} from './config.ts';

const schema = z.object({ ...processConfig, ...kafkaConfig, ...identityConfig });
const complete = {
  PORT: '8103',
  KAFKA_BROKERS: 'a:1, b:2',
  TOKEN_ISSUER: 'https://auth.example.com',
  SERVICE_SECRET: 'kq3JmX0v9bTz5RwL8nYc2HdF6gPaSe1U',
};

test('a complete environment is parsed', () => {
  expect(readConfig(schema, complete)).toMatchObject({
    PORT: 8103,
    HOST: '127.0.0.1',
    KAFKA_BROKERS: ['a:1', 'b:2'],
    KAFKA_TOPIC_PREFIX: '',
  });
});

test.each([
  'change-me-to-at-least-thirty-two-characters',
  'an-example-of-a-secret-of-thirty-two',
  'YOUR_SECRET_goes_here_with_32_characters',
  'x'.repeat(40),
  'secret'.repeat(6),
  `${'Tr0ub4dor&3'.repeat(3)}Tr0u`,
  'closingwire-2026.'.repeat(2),
  '0123456'.repeat(5).split('').toReversed().join('1'),
])('a well-known or repetitive secret is refused: %s', SERVICE_SECRET => {
  const env = { ...complete, SERVICE_SECRET };
  const { error } = schema.safeParse(env);
  expect(error && explainConfig(error, env)).toEqual([expect.stringContaining('a secret of your own')]);
});

test('random secrets start, in hex and in base64', () => {
  for (let n = 0; n < 1_000; n++) {
    for (const secret of [randomBytes(16).toString('hex'), randomBytes(24).toString('base64')]) {
      expect([secret, ownSecret.safeParse(secret).success]).toEqual([secret, true]);
    }
  }
});

test('every bad variable is named, secrets by their length', () => {
  const env = { PORT: 'eighty', KAFKA_BROKERS: 'a:1', SERVICE_SECRET: 'short' };
  const { error } = schema.safeParse(env);
  if (!error) throw new Error('accepted a bad environment');
  expect(explainConfig(error, env)).toEqual([
    "PORT: expected a port number; got 'eighty'",
    'TOKEN_ISSUER: expected text; got nothing',
    'SERVICE_SECRET: expected at least 32 characters; got a value of 5 characters',
  ]);
});

test.each([
  [z.coerce.number().int().min(1), '0', 'a number of at least 1'],
  [z.coerce.number().max(50), '51', 'a number of at most 50'],
  [z.coerce.number(), 'x', 'a number'],
  [z.coerce.number().int(), '1.5', 'a whole number'],
  [z.string().min(3), 'ab', 'at least 3 characters'],
  [z.enum(['info', 'warn']), 'all', 'one of "info"|"warn"'],
  [z.string().regex(/^a/), 'b', 'text like /^a/'],
  [z.url(), 'here', 'a valid URL'],
  [
    z.stringbool(),
    'perhaps',
    'one of "true"|"1"|"yes"|"on"|"y"|"enabled"|"false"|"0"|"no"|"off"|"n"|"disabled"',
  ],
])('says once what was expected: %#', (schema, value, expected) => {
  const env = { LIMIT: value };
  const { error } = z.object({ LIMIT: schema }).safeParse(env);
  expect(error && explainConfig(error, env)).toEqual([`LIMIT: expected ${expected}; got '${value}'`]);
});
