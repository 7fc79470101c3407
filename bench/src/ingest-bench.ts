import { setTimeout as sleep } from 'node:timers/promises';
import { batchReply, batchState } from '@closingwire/contracts/ingestion';
import pg from 'pg';
import { startLeadsPlatform } from './leads/leads-platform.ts';
import { referenceLoad } from './leads/reference-load.ts';
import { halfNew, ndjsonOf, stored } from './leads/wide-leads.ts';

const rows = Number(process.env.ROWS ?? 200_000);

type Platform = Awaited<ReturnType<typeof startLeadsPlatform>>;

/** Delivers NDJSON in one request and waits until all of it can be read. Seconds to the reply, and to that. */
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

/** A database like that of leads, with the same rows, for the reference. */
async function referenceDatabase({ postgresUrl }: Platform): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl('postgres') });
  await client.connect();
  const idle = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'leads'`;
  for (let tries = 0; ; tries++) {
    const made = await client
      .query(idle)
      .then(() => client.query('create database reference template leads'))
      .catch(error => error);
    if (!(made instanceof Error)) break;
    if (tries === 50) throw made;
    await sleep(100);
  }
  await client.end();
  return postgresUrl('reference');
}

/**
 * Ingestion from end to end, `POST /api/v1/leads` to rows that can be read, beside one connection that does nothing but
 * COPY and upsert the same rows. `ROWS` sets how many.
 */
export async function measure(): Promise<void> {
  const platform = await startLeadsPlatform();
  try {
    const url = await referenceDatabase(platform);
    const [known, all] = [stored(rows), halfNew(rows)];
    const [ofKnown, ofAll] = [ndjsonOf(known), ndjsonOf(all)];
    await sleep(1_000);
    await deliver(platform, ofKnown);
    await referenceLoad(url, known);
    const before = platform.cpuSeconds();
    const taken = await deliver(platform, ofAll);
    const after = platform.cpuSeconds();
    const reference = await referenceLoad(url, all);
    console.log(
      `${taken.accepted} rows, ${taken.rejected} rejected: reply after ${taken.replied.toFixed(1)} s, all readable after ${taken.visible.toFixed(1)} s`,
    );
    let sum = 0;
    for (const [name, seconds] of after) {
      const micros = ((seconds - (before.get(name) ?? 0)) * 1e6) / rows;
      sum += micros;
      if (micros >= 0.5) console.log(`${name.padEnd(16)} ${micros.toFixed(1)} µs of CPU a row`);
    }
    console.log(`CPU of all: ${sum.toFixed(1)} µs a row (goal ≤ 95)`);
    const [ours, theirs] = [rows / taken.visible, rows / reference];
    console.log(`end to end ${ours.toFixed(0)} rows/s; COPY and upsert alone ${theirs.toFixed(0)}`);
    console.log(`end to end ÷ COPY and upsert: ${(ours / theirs).toFixed(2)} (goal ≥ 0.6)`);
  } finally {
    await platform.stop();
  }
}
