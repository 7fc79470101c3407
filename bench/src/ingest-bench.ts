import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@closingwire/chassis/pg';
import { batchReply, batchState } from '@closingwire/contracts/ingestion';
import { localSecrets } from '@closingwire/local/product/secrets';
import { rowsOf, withClient } from './databases.ts';
import { cpuMsEach, cpuSecondsOf, startLeadsPlatform } from './leads/leads-platform.ts';
import { referenceLoad } from './leads/reference-load.ts';
import { halfNew, ndjsonOf, stored } from './leads/wide-leads.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';

const rows = Number(process.env.ROWS ?? 200_000);

type Platform = Pick<
  Awaited<ReturnType<typeof startLeadsPlatform>>,
  'leadsUrl' | 'postgresUrl' | 'ingestionKey' | 'cpuSeconds'
>;

/** Delivers NDJSON in one request. Returns the seconds until the reply, and until all rows are readable. */
async function deliver({ leadsUrl, ingestionKey }: Platform, pieces: readonly Buffer[]) {
  const headers = { authorization: `Bearer ${ingestionKey}` };
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const reply = await fetch(`${leadsUrl}/api/v1/leads`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(pieces),
    duplex: 'half',
  } as RequestInit);
  const { batchId, accepted, rejected } = batchReply.parse(await reply.json());
  const replied = seconds();
  for (;;) {
    const batch = await fetch(`${leadsUrl}/api/v1/leads/batches/${batchId}`, { headers });
    const { state } = batchState.parse(await batch.json());
    if (state === 'done') return { accepted, rejected, replied, visible: seconds() };
    if (state === 'failed') throw new Error(`Batch ${batchId} failed`);
    await sleep(20);
  }
}

/** Creates a database like that of leads, with the same rows, for the reference. */
async function referenceDatabase({ postgresUrl }: Platform): Promise<string> {
  const idle = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'leads'`;
  await withClient(postgresUrl('postgres'), async client => {
    for (let tries = 0; ; tries++) {
      const made = await client
        .query(idle)
        .then(() => client.query(sql`create database reference template leads`))
        .catch(error => error);
      if (!(made instanceof Error)) break;
      if (tries === 50) throw made;
      await sleep(100);
    }
  });
  return postgresUrl('reference');
}

type Delivered = Awaited<ReturnType<typeof deliver>> & { cpuMicros: Map<string, number> };

/** Delivers rows, half of them known, and returns their cost. */
async function deliverHalfNew(platform: Platform, first: number): Promise<Delivered> {
  const [known, all] = [ndjsonOf(stored(rows, first)), ndjsonOf(halfNew(rows, first))];
  await sleep(1_000);
  await deliver(platform, known);
  const before = platform.cpuSeconds();
  const taken = await deliver(platform, all);
  const spent = cpuMsEach(before, platform.cpuSeconds(), rows);
  return { ...taken, cpuMicros: new Map(spent.map(([name, ms]) => [name, ms * 1_000])) };
}

function print({ accepted, rejected, replied, visible, cpuMicros }: Delivered): void {
  console.log(
    `${accepted} rows, ${rejected} rejected: reply after ${replied.toFixed(1)} s, all readable after ${visible.toFixed(1)} s`,
  );
  for (const [name, micros] of cpuMicros) {
    if (micros >= 0.5) console.log(`${name.padEnd(16)} ${micros.toFixed(1)} µs of CPU a row`);
  }
  const sum = [...cpuMicros.values()].reduce((total, micros) => total + micros, 0);
  console.log(`CPU of all: ${sum.toFixed(1)} µs a row (goal ≤ 95)`);
  console.log(`end to end ${(rows / visible).toFixed(0)} rows/s`);
}

async function measureWith(ingestProcesses: number): Promise<void> {
  const platform = await startLeadsPlatform(ingestProcesses);
  try {
    console.log(`\n${ingestProcesses} of leads-ingest`);
    const url = await referenceDatabase(platform);
    const delivered = await deliverHalfNew(platform, 0);
    print(delivered);
    await referenceLoad(url, stored(rows));
    const theirs = rows / (await referenceLoad(url, halfNew(rows)));
    const ratio = rows / delivered.visible / theirs;
    console.log(
      `COPY and upsert alone ${theirs.toFixed(0)}; end to end ÷ that: ${ratio.toFixed(2)} (goal ≥ 0.6)`,
    );
  } finally {
    await platform.stop();
  }
}

/** Uses the data of `make nation`; the delivered rows stay. */
async function measureOnNation(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  try {
    const { ports } = await product({ LOG_LEVEL: 'warn' }, { only: ['leads', 'leads-ingest'] });
    const { ingestionKey } = await localSecrets(nationFolder);
    const url = servers.postgresUrl('leads');
    const [found] = await rowsOf<{ count: string }>(url, sql`select count(*) from closings`);
    const closingCount = Number(found?.count);
    console.log(`\non ${(closingCount / 1e6).toFixed(1)} million closings`);
    const platform = {
      leadsUrl: `http://127.0.0.1:${ports.leads}`,
      ingestionKey,
      cpuSeconds: () => cpuSecondsOf(nationFolder),
      postgresUrl: servers.postgresUrl,
    };
    // Rows of earlier runs have lower numbers, so these rows are new.
    print(await deliverHalfNew(platform, closingCount));
  } finally {
    await stop();
  }
}

/**
 * Compares ingestion from `POST /api/v1/leads` to readable rows with one connection that runs COPY and upserts of the
 * same rows. `ROWS` sets their number, `PROCESSES=1,2,4` the ingest processes; `NATION=1` delivers to the data of
 * `make nation`.
 */
export async function measure(): Promise<void> {
  if (process.env.NATION) return measureOnNation();
  for (const count of (process.env.PROCESSES ?? '1').split(',').map(Number)) await measureWith(count);
}
