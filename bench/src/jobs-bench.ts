import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@closingwire/chassis/testing';
import { linkIn, mailAbout } from '@closingwire/e2e/platform/mail-sink';
import pg from 'pg';
import { nationProcesses, startNationServers } from './nation/nation-platform.ts';
import { cookieOf, markRefreshedToday, subscriber, wideLimits } from './nation/visitors.ts';

type Nation = Awaited<ReturnType<typeof startNationServers>>;
type Databases = {
  query<Row extends object>(database: string, sql: string, values?: unknown[]): Promise<Row[]>;
};

const PATIENCE = { timeoutMs: 600_000, everyMs: 20 };
const REMINDED = 2_000;
const REFRESH_S = 60;

const limits = {
  ...wideLimits,
  OPT_OUT_MAILS_PER_NETWORK: '100000',
  CONTACT_REQUESTS_PER_NETWORK: '100000',
  EXPORTS_PER_ACCOUNT: '100000',
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const line = (what: string, ms: number, more = '') =>
  console.log(
    `| ${what} | ${ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`} | ${more} |`,
  );

function openDatabases({ servers }: Nation): Databases & { close(): Promise<void> } {
  const pools = new Map<string, pg.Pool>();
  const poolOf = (database: string) => {
    const pool =
      pools.get(database) ?? new pg.Pool({ connectionString: servers.postgresUrl(database), max: 2 });
    pools.set(database, pool);
    return pool;
  };
  return {
    query: async (database, sql, values = []) => (await poolOf(database).query(sql, values)).rows,
    close: async () => void (await Promise.all([...pools.values()].map(pool => pool.end()))),
  };
}

/** Returns the time from enqueueing a job to its end. Its priority of -10 puts it before waiting jobs. */
const runJob = (db: Databases, database: string, task: string) =>
  timed(async () => {
    const [job] = await db.query<{ id: string }>(
      database,
      `select id from graphile_worker.add_job($1, '{}'::json, priority => -10)`,
      [task],
    );
    const isOver = async () =>
      (await db.query(database, 'select from graphile_worker.jobs where id = $1', [job?.id])).length === 0;
    await until(isOver, PATIENCE);
  });

/** Measures each process's start, from the command until ready, while the others run. */
async function starts(nation: Nation): Promise<void> {
  for (const name of nationProcesses) {
    const ms = await timed(() => nation.product(limits, { only: [name] }));
    line(`start of ${name}`, ms);
  }
}

async function trialReminders(db: Databases): Promise<void> {
  line('trial reminders, nothing due (every minute)', await runJob(db, 'billing', 'remind-of-trials'));
  const taken = await db.query(
    'billing',
    `delete from trial_notices n using (
       select distinct on (account_id) account_id, trial_expires_at, days from trial_notices
       where trial_expires_at > now() - interval '1 day' order by account_id, days limit $1) d
     where n.account_id = d.account_id and n.trial_expires_at = d.trial_expires_at and n.days = d.days
     returning n.account_id`,
    [REMINDED],
  );
  line('trial reminders', await runJob(db, 'billing', 'remind-of-trials'), `${taken.length} accounts`);
  line('ZIPs of expired trials, nothing due (every minute)', await runJob(db, 'billing', 'release-trials'));
}

async function ownData(db: Databases, url: string): Promise<void> {
  const cookie = await cookieOf(url, subscriber);
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  let bytes = 0;
  const exported = await timed(async () => {
    const reply = await fetch(`${url}/api/user/export`, { headers });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    bytes = (await reply.text()).length;
  });
  line('export of an account', exported, `${(bytes / 1_000).toFixed(0)} KB`);

  const email = await someone(db);
  const leaving = { ...headers, cookie: await cookieOf(url, email.address) };
  const isForgotten = async () => {
    const [leads, notifications, billing] = await Promise.all([
      db.query('leads', `select from users where id = $1 and status = 'deleted'`, [email.id]),
      db.query('notifications', 'select from users where id = $1 and email <> $2', [email.id, email.address]),
      db.query('billing', 'select from accounts where id = $1 and email <> $2', [email.id, email.address]),
    ]);
    return leads.length === 1 && billing.length === 1 && notifications.length <= 1;
  };
  const gone = await timed(async () => {
    const body = JSON.stringify({ password: 'closingwire-demo' });
    const reply = await fetch(`${url}/api/user`, { method: 'DELETE', headers: leaving, body });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    await until(isForgotten, PATIENCE);
  });
  line('deletion of an account, until every service forgot it', gone);
}

/** Returns a user in their trial. */
async function someone(db: Databases): Promise<{ id: string; address: string }> {
  const [row] = await db.query<{ id: string; address: string }>(
    'billing',
    `select id, email as address from accounts where status = 'active' and payment_state = 'none'
       and trial_expires_at > now() + interval '2 days' and email like '%@nation%' order by random() limit 1`,
  );
  if (!row) throw new Error('Expected somebody in their trial');
  return row;
}

async function optOut(db: Databases, { servers }: Nation, url: string): Promise<void> {
  const [agent] = await db.query<{ email: string; zip: string; id: string }>(
    'leads',
    `select a.email, a.zip, a.id from agents a where a.email like 'agent%' and exists (
       select from closings c where c.zip = a.zip and c.agent_id = a.id and not c.is_suppressed)
     offset floor(random() * 100000) limit 1`,
  );
  if (!agent) throw new Error('Expected an agent with closings');
  const post = async (path: string, body: object) => {
    const headers = { origin: url, 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  };
  const mailed = await timed(async () => {
    await post('/api/opt-out', { email: agent.email });
    await mailAbout(servers.mailWebUrl ?? '', agent.email, /./);
  });
  line('opt-out, until the mail with the link is there', mailed);
  const mail = await mailAbout(servers.mailWebUrl ?? '', agent.email, /./);
  const token = new URL(linkIn(mail, '/opt-out/confirm')).searchParams.get('token');
  const left = await timed(async () => {
    await post('/api/opt-out/confirm', { token });
    await until(
      async () =>
        (
          await db.query(
            'leads',
            'select from closings where zip = $1 and agent_id = $2 and not is_suppressed',
            [agent.zip, agent.id],
          )
        ).length === 0,
      PATIENCE,
    );
  });
  line('opt-out, from the link until no list has the agent', left);
}

/** Enqueues a refresh of every subscribed ZIP, then measures for a minute how fast the sample source delivers. */
async function dailyRefresh(db: Databases, nation: Nation): Promise<void> {
  await nation.product(limits, { only: ['lead-source'] });
  await db.query('leads', 'delete from refresh_requests');
  const asked = await runJob(db, 'leads', 'request-refreshes');
  const [requests] = await db.query<{ count: number }>('leads', 'select count(*)::int from refresh_requests');
  line('daily refresh, until all ZIPs are asked for', asked, `${requests?.count} ZIPs`);
  const done = async () =>
    (await db.query<{ count: number }>('leads', `select count(*)::int from batches where state = 'done'`))[0]
      ?.count ?? 0;
  const before = await done();
  await sleep(REFRESH_S * 1_000);
  const perSecond = ((await done()) - before) / REFRESH_S;
  const hours = (requests?.count ?? 0) / perSecond / 3_600;
  console.log(`| deliveries of it | ${perSecond.toFixed(1)} a second | all in ${hours.toFixed(1)} hours |`);
}

/** Measures process starts, jobs and rarely made calls on the data of `make nation`. It does not undo their changes. */
export async function measure(): Promise<void> {
  const nation = await startNationServers({ durable: true });
  const db = openDatabases(nation);
  try {
    await markRefreshedToday(nation.servers.postgresUrl('leads'));
    await starts(nation);
    const { url } = await nation.product(limits, { only: [] });
    await trialReminders(db);
    await ownData(db, url);
    await optOut(db, nation, url);
    await dailyRefresh(db, nation);
  } finally {
    await db.close();
    await nation.stop();
  }
}
