import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@closingwire/chassis/pg';
import { rowsOf } from './databases.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { cookieOf, markRefreshedToday, subscriber, wideLimits } from './nation/visitors.ts';
import { percentile } from './quantiles.ts';

type Left = { agents: number; zip: string | null; merges: number };

/** Returns the rows without an identity, the ZIP up to which sales have keys, and the merges that wait. */
async function leftOver(url: string): Promise<Left> {
  const [left] = await rowsOf<Left>(
    url,
    sql`select (select count(*)::int from agents where identity_id is null) as agents,
       (select zip from sale_key_progress) as zip,
       (select count(*)::int from graphile_worker.jobs where task_identifier = 'merge-agents') as merges`,
  );
  if (!left) throw new Error('Expected the tables of this version');
  return left;
}

/** Reads a list again and again until `stop`. Returns its times in ms. */
function readLists(url: string, cookie: string) {
  const times: number[] = [];
  let isRunning = true;
  const done = (async () => {
    while (isRunning) {
      const startedAt = performance.now();
      const reply = await fetch(`${url}/api/user/agents`, { headers: { cookie } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`A list replied ${reply.status}`);
      times.push(performance.now() - startedAt);
      await sleep(20);
    }
  })();
  return {
    async stop(): Promise<string> {
      isRunning = false;
      await done;
      times.sort((a, b) => a - b);
      const at = (share: number) => `${percentile(times, share).toFixed(1)} ms`;
      return `${times.length} lists, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
    },
  };
}

/**
 * Starts the product on the data of `make nation`: its agents have no identity and its sales no keys. Waits until all
 * have them, and reads a list meanwhile.
 */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  try {
    const startedAt = performance.now();
    const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
    const { url } = await product(wideLimits);
    console.log(`${nationFolder}: ready after ${seconds()}, migrations included`);
    const leads = servers.postgresUrl('leads');
    await markRefreshedToday(leads);
    const cookie = await cookieOf(url, subscriber);
    const before = await leftOver(leads);
    console.log(`${before.agents} rows of agents without an identity`);
    const alone = readLists(url, cookie);
    await sleep(5_000);
    console.log(`before: ${await alone.stop()}`);
    const reading = readLists(url, cookie);
    for (let left = before; left.agents > 0 || left.zip !== null || left.merges > 0; ) {
      await sleep(2_000);
      left = await leftOver(leads);
    }
    console.log(`done after ${seconds()}; meanwhile: ${await reading.stop()}`);
    const [counts] = await rowsOf(
      leads,
      sql`select (select count(*) from closings) as closings, (select count(*) from agents) as rows,
         (select count(distinct identity_id) from agents) as agents, (select count(*) from sale_keys) as keys`,
    );
    console.log(JSON.stringify(counts));
  } finally {
    await stop();
  }
}
