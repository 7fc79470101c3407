import { sql } from '@closingwire/chassis/pg';
import autocannon from 'autocannon';
import { rowsOf } from './databases.ts';
import { type Child, startChild } from './gateway/child.ts';
import { cpuSecondsOf } from './leads/leads-platform.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { cookieOf, markRefreshedToday, subscriber, wideLimits } from './nation/visitors.ts';
import { median } from './quantiles.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const rounds = Number(process.env.ROUNDS ?? 3);
const path = '/api/user/agents?page=1&limit=25';

/** CPU milliseconds per request of the server and of Postgres. */
type Rate = { perSecond: number; p50: number; p99: number; serverMs: number; postgresMs: number };

type CpuMs = () => Promise<{ server: number; postgres: number }>;

async function load(url: string, cpuMs: CpuMs, more: Partial<autocannon.Options> = {}): Promise<Rate> {
  const before = await cpuMs();
  const { requests, latency, non2xx } = await autocannon({
    url: url + path,
    connections: 50,
    duration: seconds,
    ...more,
  });
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} refused`);
  const after = await cpuMs();
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    serverMs: (after.server - before.server) / requests.total,
    postgresMs: (after.postgres - before.postgres) / requests.total,
  };
}

const since = () => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);

/** Requests the same page from PostGraphile. */
const graphql = (url: string, zips: readonly string[]): Partial<autocannon.Options> => ({
  url: `${url}/graphql`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query:
      'query ($zips: [String], $since: Date) { dashboardList(zips: $zips, since: $since, size: 25, skip: 0) }',
    variables: { zips, since: since() },
  }),
});

const shown = (name: string, rates: Rate[]) => {
  const of = (key: keyof Rate, digits = 0) => median(rates.map(rate => rate[key])).toFixed(digits);
  const cpu = `CPU a request: server ${of('serverMs', 2)} ms, Postgres ${of('postgresMs', 2)} ms`;
  return `${name}: ${of('perSecond')} requests/s, p50 ${of('p50')} ms, p99 ${of('p99')} ms; ${cpu}`;
};

const platformMs = (name: string) => (cpuSecondsOf(nationFolder).get(name) ?? 0) * 1_000;

const ofLeads: CpuMs = async () => ({ server: platformMs('leads'), postgres: platformMs('postgres') });

const ofChild =
  (child: Child): CpuMs =>
  async () => ({ server: await child.cpuMs(), postgres: platformMs('postgres') });

async function zipsOf(url: string): Promise<string[]> {
  const rows = await rowsOf<{ zip: string }>(
    url,
    sql`select s.zip from subscriptions s join users u on u.id = s.account_id
     where u.email = ${subscriber} and s.cancelled_at is null order by s.zip`,
  );
  return rows.map(({ zip }) => zip);
}

/** Compares the dashboard's list at the leads service with a bare server, on the data of `make nation`. */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  const database = servers.postgresUrl('leads');
  let bare: Child | undefined;
  let peer: Child | undefined;
  try {
    await markRefreshedToday(database);
    const { url, ports } = await product(wideLimits);
    const cookie = await cookieOf(url, subscriber);
    const bearer = { authorization: `Bearer ${cookie.replace('cw_access=', '')}` };
    const zips = await zipsOf(database);
    bare = await startChild(new URL('./leads/bare-list.ts', import.meta.url), {
      DATABASE_URL: database,
      ZIPS: zips.join(','),
    });
    peer = await startChild(new URL('./leads/postgraphile-peer.ts', import.meta.url), {
      DATABASE_URL: database,
    });
    const rates = { ours: [] as Rate[], today: [] as Rate[], bare: [] as Rate[], peer: [] as Rate[] };
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const ours = await load(`http://127.0.0.1:${ports.leads}`, ofLeads, { headers: bearer });
      const today = await load(`http://127.0.0.1:${ports.leads}`, ofLeads, {
        url: `http://127.0.0.1:${ports.leads}/api/user/today?limit=10`,
        headers: bearer,
      });
      const theirs = await load(bare.url, ofChild(bare));
      const graphile = await load(peer.url, ofChild(peer), graphql(peer.url, zips));
      if (round === 0) continue;
      rates.peer.push(graphile);
      rates.ours.push(ours);
      rates.today.push(today);
      rates.bare.push(theirs);
    }
    console.log(`${zips.length} ZIPs, 8 days, 50 connections`);
    console.log(shown('leads', rates.ours));
    console.log(`${shown('leads, Today', rates.today)} (goal: p99 ≤ 80 ms)`);
    console.log(shown('bare node:http + pg, best SQL', rates.bare));
    console.log(shown('PostGraphile, the same SQL as a function', rates.peer));
    const of = (list: Rate[]) => median(list.map(({ perSecond }) => perSecond));
    console.log(`leads ÷ bare: ${(of(rates.ours) / of(rates.bare)).toFixed(2)} (goal ≥ 0.8; p99 ≤ 80 ms)`);
  } finally {
    bare?.stop();
    peer?.stop();
    await stop();
  }
}
