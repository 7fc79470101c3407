import { login, startSecuredKafka } from '@closingwire/local/testing/secured-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './run.ts';

let server: Awaited<ReturnType<typeof startSecuredKafka>>;
let settings: Record<string, string>;

beforeAll(async () => {
  server = await startSecuredKafka();
  settings = {
    KAFKA_BROKERS: server.saslBrokers,
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: server.certificates.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_USERNAME: login.user,
    KAFKA_PASSWORD: login.password,
  };
});
afterAll(() => server.stop());

test('topics are created, and messages replayed, over TLS with a login', async () => {
  expect((await run(['topics', 'create'], settings)).at(-1)).toMatch(/^\d+ topics are there/);
  expect(await run(['replay', 'leads'], settings)).toEqual(['0 messages of leads sent again']);
});

test('a wrong password is named with its setting', async () => {
  const wrong = { ...settings, KAFKA_PASSWORD: 'wrong' };
  await expect(run(['topics', 'create'], wrong)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The topics were not created: expected a user and password .* in KAFKA_USERNAME; got/,
    ),
  });
});

test('contradicting settings are named', async () => {
  await expect(run(['topics'], { ...settings, KAFKA_TLS: 'false' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('KAFKA_CA_FILE: expected KAFKA_TLS=true beside it; got '),
  });
});
