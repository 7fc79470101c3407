import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@closingwire/chassis/pg';
import { secretBox } from '@closingwire/chassis/secret-box';
import { rowsOf } from './databases.ts';
import { startLeadsPlatform } from './leads/leads-platform.ts';

const closings = Number(process.env.CLOSINGS ?? 10_000);
const dialect = process.env.DIALECT ?? 'standard';

type Platform = Awaited<ReturnType<typeof startLeadsPlatform>>;

async function control(platform: Platform, command: object): Promise<void> {
  const reply = await fetch(`${platform.urlOf('lead-source')}/reso-control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dialect, ...command }),
  });
  if (!reply.ok) throw new Error(`Expected 200, got ${reply.status}: ${await reply.text()}`);
}

/** Adds a source with its feed and starts its first pull, as the routes of an admin do. */
async function addFeed({ urlOf, postgresUrl, serviceSecret }: Platform): Promise<void> {
  const url = `${urlOf('lead-source')}/reso/${dialect}`;
  const secret = secretBox(serviceSecret, 'feed secrets').seal('reso-sample-token');
  const system = dialect === 'originating-system' ? 'example-south' : null;
  await rowsOf(
    postgresUrl('leads'),
    sql`with source as (insert into sources (name, kind) values ('Example MLS', 'reso') returning id),
      feed as (insert into feeds (source_id, url, auth, sealed_secret, originating_system, every_minutes, pulls_from,
        watermark, compared_at, next_run_at)
        select id, ${url}, 'token', ${secret}, ${system}, 1440, now() - interval '90 days',
          now() - interval '90 days', now(), now() from source returning source_id)
      select graphile_worker.add_job('pull-feed', json_build_object('sourceId', source_id)) from feed`,
  );
}

type State = {
  listings: string;
  lead_rows: string;
  last_success_at: Date | null;
  stored: string;
  requests: string;
};

const stateOf = async ({ postgresUrl }: Platform): Promise<State | undefined> => {
  const [state] = await rowsOf<State>(
    postgresUrl('leads'),
    sql`select listings, lead_rows, last_success_at, (select count(*) from closings) as stored,
      (select sum(requests) from feed_requests) as requests from feeds`,
  );
  return state;
};

/**
 * Pulls closings from the reference server until all are stored. `CLOSINGS` sets their number, `DIALECT` the server's
 * habits.
 */
export async function measure(): Promise<void> {
  const platform = await startLeadsPlatform(1, ['leads-feeds', 'lead-source']);
  try {
    await control(platform, { do: 'clear' });
    await control(platform, { do: 'add', count: closings });
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    await addFeed(platform);
    for (let pulled = 0; ; await sleep(50)) {
      const state = await stateOf(platform);
      if (state?.last_success_at && pulled === 0) pulled = seconds();
      if (!state || pulled === 0 || Number(state.stored) < Number(state.lead_rows)) continue;
      console.log(
        `${state.listings} listings, ${state.lead_rows} rows in ${state.requests} requests of ${dialect}: ` +
          `pulled after ${pulled.toFixed(1)} s, stored after ${seconds().toFixed(1)} s`,
      );
      break;
    }
    for (const name of ['leads-feeds', 'leads-ingest', 'lead-source']) {
      const cpu = platform.cpuSeconds().get(name) ?? 0;
      console.log(
        `${name.padEnd(14)} peak ${platform.peakMb(name).toFixed(0)} MB, ${cpu.toFixed(1)} s of CPU`,
      );
    }
  } finally {
    await platform.stop();
  }
}
