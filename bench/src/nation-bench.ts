import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { sql } from '@closingwire/chassis/pg';
import { localDirectory } from '@closingwire/local/root';
import { rowsOf } from './databases.ts';
import { cpuSecondsOf } from './leads/leads-platform.ts';
import { callsOf } from './nation/calls.ts';
import { type CallFigures, measureCall } from './nation/measure-call.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { table } from './nation/table.ts';
import { cookieOf, markRefreshedToday, subscriber, wideLimits } from './nation/visitors.ts';

type Facts = { zip: string; closings: number };

/** Returns IDs for the calls. */
async function lookUp(url: string): Promise<Facts> {
  const [facts] = await rowsOf<Facts>(
    url,
    sql`select s.zip, (select reltuples::bigint::float8 from pg_class where relname = 'closings') as closings
     from subscriptions s join users u on u.id = s.account_id
     where u.email = ${subscriber} and s.cancelled_at is null limit 1`,
  );
  if (!facts) throw new Error('Expected a nation; make one with `make nation`');
  return facts;
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

/** Measures the reads of all screens on the data of `make nation`, beside a nation of a tenth if one was measured. */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  try {
    await markRefreshedToday(servers.postgresUrl('leads'));
    const facts = await lookUp(servers.postgresUrl('leads'));
    const { url } = await product(wideLimits);
    const cookies = {
      nobody: '',
      subscriber: await cookieOf(url, subscriber),
      admin: await cookieOf(url, 'admin@demo.closingwire.test'),
    };
    const cpuSeconds = () => cpuSecondsOf(nationFolder);
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
