import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { localDirectory } from '@closingwire/local/root';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import pg from 'pg';
import { z } from 'zod';
import { treeSeconds } from './leads/leads-platform.ts';
import { callsOf } from './nation/calls.ts';
import { type CallFigures, measureCall } from './nation/measure-call.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { table } from './nation/table.ts';

const WITHOUT_END = '1000000000';
const limits = {
  LOG_LEVEL: 'warn',
  REQUESTS_PER_NETWORK: WITHOUT_END,
  REQUESTS_PER_ACCOUNT: WITHOUT_END,
};

const password = 'closingwire-demo';
const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

async function cookieOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.status} ${await reply.text()}`);
  return `cw_access=${signedIn.parse(await reply.json()).session.access_token}`;
}

/** The one with many ZIPs; see `service-data.ts`. */
const subscriber = 'person.8@nation.example.com';

type Facts = { zip: string; closings: number };

/** What the calls are about. Nothing is asked of sources today. */
async function lookUp(url: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into refresh_requests (zip, day, requested_at) select zip, (now() at time zone 'UTC')::date, now() from zips
     on conflict do nothing`,
  );
  const { rows } = await client.query<Facts>(
    `select s.zip, (select reltuples::bigint::float8 from pg_class where relname = 'closings') as closings
     from subscriptions s join users u on u.id = s.account_id
     where u.email = $1 and s.cancelled_at is null limit 1`,
    [subscriber],
  );
  await client.end();
  if (!rows[0]) throw new Error('Expected a nation; make one with `make nation`');
  return rows[0];
}

const figuresFile = (millions: string) => `${localDirectory}/benchmarks/nation-${millions}.json`;

async function keep(millions: string, figures: CallFigures[]): Promise<void> {
  await mkdir(`${localDirectory}/benchmarks`, { recursive: true });
  await writeFile(figuresFile(millions), JSON.stringify(figures, undefined, 1));
}

async function kept(millions: string): Promise<CallFigures[]> {
  if (!existsSync(figuresFile(millions))) return [];
  return JSON.parse(await readFile(figuresFile(millions), 'utf8'));
}

/** Every read of a screen on the nation that `make nation` made, beside those of a tenth of it when that was measured. */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  try {
    const facts = await lookUp(servers.postgresUrl('leads'));
    const { url } = await product(limits);
    const cookies = {
      nobody: '',
      subscriber: await cookieOf(url, subscriber),
      admin: await cookieOf(url, 'admin@demo.closingwire.test'),
    };
    const cpuSeconds = () =>
      new Map(
        [...runningProcesses(nationFolder)].map(([name, { pid }]) => [name, treeSeconds(pid)] as const),
      );
    const figures: CallFigures[] = [];
    const calls = callsOf(facts).filter(({ name }) => name.includes(process.env.ONLY ?? ''));
    for (const call of calls) {
      const headers = { accept: 'application/json', cookie: cookies[call.who] };
      figures.push(await measureCall(call, { url, headers, cpuSeconds }));
      console.log(table(calls, figures.slice(-1), []).split('\n').at(-1));
    }
    const millions = (facts.closings / 1e6).toFixed(1);
    if (!process.env.ONLY) await keep(millions, figures);
    const tenth = (facts.closings / 1e7).toFixed(1);
    console.log(`\n${millions} million closings\n`);
    console.log(table(calls, figures, await kept(tenth)));
  } finally {
    await stop();
  }
}
