import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { testBusOptions, testDatabase, until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';

export type AuthProcess = {
  /** Settings with which a gateway uses this auth process. */
  settings: Record<string, string>;
  stop(): void;
};

/** The real auth service as a process of its own, with the demo accounts. */
export async function startAuthProcess(): Promise<AuthProcess> {
  const { brokers, topicPrefix } = testBusOptions();
  const [port, managementPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: topicPrefix,
    TOKEN_ISSUER: 'http://localhost:8080/api/auth/v1',
    SERVICE_SECRET: randomBytes(24).toString('hex'),
    JWKS_URL: `${url}/api/auth/v1/.well-known/jwks.json`,
  };
  const child = spawn(
    process.execPath,
    [new URL('../../services/auth/src/main.ts', import.meta.url).pathname],
    {
      env: {
        PATH: process.env.PATH,
        ...shared,
        PORT: String(port),
        MANAGEMENT_PORT: String(managementPort),
        DATABASE_URL: await testDatabase('auth_behind_gateway'),
        DEMO_ACCOUNTS: 'true',
        LOG_LEVEL: 'error',
      },
      // If auth does not start, its log shows why.
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  await Promise.race([
    until(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).ok, { timeoutMs: 40_000 }),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`auth ended with ${code}`))),
  ]);
  return { settings: { ...shared, AUTH_URL: url }, stop: () => void child.kill('SIGTERM') };
}
