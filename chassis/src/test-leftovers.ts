import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

/** What the tests of one file made on servers that outlive them. */
const databases: { server: string; database: string }[] = [];
const prefixes: { brokers: string[]; topicPrefix: string }[] = [];

async function dropDatabases(): Promise<void> {
  for (const { server, database } of databases.splice(0)) {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database if exists ${database} with (force)`).finally(() => client.end());
  }
}

async function deleteTopics(): Promise<void> {
  const [first] = prefixes;
  if (!first) return;
  const mine = prefixes.splice(0).map(({ topicPrefix }) => topicPrefix);
  const admin = new Kafka({ brokers: first.brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter(topic => mine.some(prefix => topic.startsWith(prefix)));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}

/**
 * Clears up after the tests of this file have ended: a broker with thousands of forgotten partitions is too slow
 * for the tests that come after. Outside of vitest there is nobody to tell when that is, and nothing is cleared.
 */
async function clearAfterTests(): Promise<void> {
  if (!process.env.VITEST_WORKER_ID) return;
  const { afterAll } = await import('vitest');
  afterAll(async () => {
    await Promise.allSettled([dropDatabases(), deleteTopics()]);
  });
}

await clearAfterTests();

export function willDropDatabase(server: string, database: string): void {
  databases.push({ server, database });
}

export function willDeleteTopics(brokers: string[], topicPrefix: string): void {
  prefixes.push({ brokers, topicPrefix });
}
