import { readFile } from 'node:fs/promises';
import { localDirectory } from '../root.ts';
import type { Servers } from '../servers/found-servers.ts';
import { isRunning, type ProcessIdentity } from '../supervisor/process-identity.ts';

/** What tests read from their environment to find the servers. */
export type TestAddresses = {
  /** Of a user who may create databases. */
  TEST_POSTGRES_URL: string;
  TEST_KAFKA_BROKERS: string;
  TEST_MONGO_URL: string;
  TEST_SMTP_URL: string;
  TEST_MAIL_API_URL: string;
};

export type TestServers = { addresses: TestAddresses; stop(): Promise<void> };

/** A test platform that outlives single test runs, as its keeper wrote it down. */
export type SharedPlatform = { keeper: ProcessIdentity; addresses: TestAddresses };

export const sharedPlatformFile = `${localDirectory}/test-platform.json`;

export function testAddresses(servers: Servers): TestAddresses {
  return {
    TEST_POSTGRES_URL: servers.postgresUrl('postgres'),
    TEST_KAFKA_BROKERS: servers.kafkaBrokers,
    TEST_MONGO_URL: servers.mongoUrl(''),
    TEST_SMTP_URL: servers.smtpUrl,
    TEST_MAIL_API_URL: servers.mailWebUrl ?? '',
  };
}

/** The addresses of the long-lived test platform, when one runs. */
export async function sharedTestPlatform(): Promise<TestAddresses | undefined> {
  try {
    const platform: SharedPlatform = JSON.parse(await readFile(sharedPlatformFile, 'utf8'));
    return isRunning(platform.keeper) ? platform.addresses : undefined;
  } catch {
    return undefined;
  }
}
