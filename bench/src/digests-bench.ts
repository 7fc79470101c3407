import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@closingwire/chassis/pg';
import { withClient } from './databases.ts';
import { storeReaders } from './leads/digest-data.ts';
import { cpuMsEach, startLeadsPlatform } from './leads/leads-platform.ts';
import { openMailServer } from './mail-server.ts';

const USERS = Number(process.env.USERS ?? 10_000);
const GOAL_USERS = 100_000;
const PATIENCE_MS = 5_400_000;
const LOOK_MS = 100;

/** Resolves with the seconds until `isOver`. */
async function secondsUntil(startedAt: number, isOver: () => Promise<boolean> | boolean): Promise<number> {
  while (!(await isOver())) {
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error('Expected an end within 90 minutes');
    await sleep(LOOK_MS);
  }
  return (performance.now() - startedAt) / 1_000;
}

const MAKE_DUE = sql`update digests set next_at = now() - interval '1 second'`;
const ENQUEUE = sql`select graphile_worker.add_job('plan-digests', '{}'::json, priority => -10)`;
const COUNTS = sql`select (select count(*)::int from (select from digests where next_at <= now() limit 1) due) as due,
  (select count(*)::int from digests where last_sent_at is not null) as planned`;

type Rates = { planned: number; planSeconds: number; mailSeconds: number; sent: number; recipients: number };

function report({ planned, planSeconds, mailSeconds, sent, recipients }: Rates): void {
  const minutes = (mailSeconds / USERS) * (GOAL_USERS / 60);
  console.log(
    `${USERS} users due at once: planned in ${planSeconds.toFixed(1)} s, ${(USERS / planSeconds).toFixed(0)} users a second`,
  );
  console.log(
    `${sent} emails to ${recipients} of ${planned} users in ${mailSeconds.toFixed(1)} s: ${(sent / mailSeconds).toFixed(0)} a second`,
  );
  console.log(`${GOAL_USERS} users take ${minutes.toFixed(0)} minutes (goal ≤ 60)`);
  if (sent !== planned || recipients !== planned)
    throw new Error(`Expected one email for each of ${planned}`);
}

/** Measures digests that are due at once, from the plan to the mail server: `USERS` of them. */
export async function measure(): Promise<void> {
  const inbox = await openMailServer();
  const platform = await startLeadsPlatform(1, ['notifications'], {
    SMTP_URL: inbox.url,
    MAILS_PER_SECOND: process.env.MAILS_PER_SECOND ?? '10000',
  });
  try {
    await storeReaders(platform.postgresUrl, USERS);
    await withClient(platform.postgresUrl('leads'), async client => {
      const countsOf = async () => (await client.query<{ due: number; planned: number }>(COUNTS)).rows[0];
      const before = platform.cpuSeconds();
      const startedAt = performance.now();
      await client.query(MAKE_DUE);
      await client.query(ENQUEUE);
      const planSeconds = await secondsUntil(startedAt, async () => (await countsOf())?.due === 0);
      const { planned = 0 } = (await countsOf()) ?? {};
      const mailSeconds = await secondsUntil(startedAt, () => inbox.taken() >= planned);
      report({ planned, planSeconds, mailSeconds, sent: inbox.taken(), recipients: inbox.recipients() });
      const each = cpuMsEach(before, platform.cpuSeconds(), planned).filter(([, ms]) => ms >= 0.1);
      console.log(`CPU a digest: ${each.map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(', ')}`);
    });
  } finally {
    await platform.stop();
    inbox.close();
  }
}
