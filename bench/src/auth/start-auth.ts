import { testDatabase } from '@closingwire/chassis/testing';
import { z } from 'zod';
import { type Child, startChild } from '../gateway/child.ts';

export type Credentials = { email: string; password: string };
export type StartedAuth = { service: Child; users: Credentials[]; token: string };

const WITHOUT_END = '1000000000';
const session = z.object({ access_token: z.string() });

/** Starts the auth service alone, with some confirmed users. */
export async function startAuth(userCount: number): Promise<StartedAuth> {
  const service = await startChild(new URL('../../../services/auth/src/main.ts', import.meta.url), {
    LOG_LEVEL: 'error',
    DATABASE_URL: await testDatabase('auth_bench'),
    TOKEN_ISSUER: 'http://localhost:8080/api/auth/v1',
    SERVICE_SECRET: 'a-secret-of-the-services-for-benches-only',
    KAFKA_BROKERS: '',
    AUTO_CONFIRM: 'true',
    SIGN_UPS_PER_ADDRESS: WITHOUT_END,
    SIGN_IN_TRIES_PER_ACCOUNT: WITHOUT_END,
    SIGN_IN_TRIES_PER_ADDRESS: WITHOUT_END,
  });
  const users = Array.from({ length: userCount }, (_, n) => ({
    email: `user-${n}@example.com`,
    password: `a password of ${n}`,
  }));
  const tokens = await Promise.all(users.map(user => signUp(service.url, user)));
  return { service, users, token: tokens[0] ?? '' };
}

async function signUp(url: string, user: Credentials): Promise<string> {
  const reply = await fetch(`${url}/api/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  return session.parse(await reply.json()).access_token;
}
