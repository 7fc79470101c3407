import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import { type Pg, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { leadListReady } from '@closingwire/contracts/leads';
import { openEvents } from './databases.ts';
import { cpuMsEach, cpuSecondsOf } from './leads/leads-platform.ts';
import { openMailServer } from './mail-server.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { markRefreshedToday, wideLimits } from './nation/visitors.ts';

const ZIPS = Number(process.env.ZIPS ?? 10_000);
const PER_TRANSACTION = 500;
const PATIENCE_MS = 1_800_000;

/** Publishes the 'list ready' event of each ZIP, several per transaction. */
async function publishLists(leads: Pg, zips: readonly string[]): Promise<void> {
  const version = Math.floor(Date.now() / 1_000);
  const readyAt = new Date().toISOString();
  for (let at = 0; at < zips.length; at += PER_TRANSACTION) {
    await leads.transaction(async tx => {
      for (const zipCode of zips.slice(at, at + PER_TRANSACTION))
        await publish(tx, leadListReady, {
          id: newId(),
          version,
          zipCode,
          batchId: newId(),
          agentCount: 4,
          readyAt,
        });
    });
  }
}

/**
 * Measures 'list ready' for many subscriptions, from each ZIP's event to the mail server, on the data of `make
 * nation`.
 */
export async function measure(): Promise<void> {
  const inbox = await openMailServer();
  const { servers, product, stop } = await startNationServers({ durable: true });
  const leads = openEvents(servers.postgresUrl('leads'), 4);
  const notifications = openEvents(servers.postgresUrl('notifications'), 4);
  try {
    await markRefreshedToday(servers.postgresUrl('leads'));
    const chosen = await notifications.query<{ zip: string; count: number }>(
      sql`select zip_code as zip, count(*)::int as count from subscriptions s join users u on u.id = s.account_id
       where cancelled_at is null group by zip_code order by zip_code limit ${ZIPS}`,
    );
    const expected = chosen.reduce((sum, { count }) => sum + count, 0);
    const zips = chosen.map(({ zip }) => zip);
    await notifications.execute(
      sql`delete from mails m using subscriptions s where m.template = 'list-ready' and m.subject_key = s.id::text
         and s.zip_code = any(${zips})`,
    );
    await product({
      ...wideLimits,
      SMTP_URL: inbox.url,
      MAILS_PER_SECOND: process.env.MAILS_PER_SECOND ?? '10000',
    });
    const before = cpuSecondsOf(nationFolder);
    const startedAt = performance.now();
    await publishLists(leads, zips);
    await until(() => inbox.taken() >= expected, { timeoutMs: PATIENCE_MS, everyMs: 100 });
    const seconds = (performance.now() - startedAt) / 1_000;
    const each = cpuMsEach(before, cpuSecondsOf(nationFolder), expected).filter(([, ms]) => ms >= 0.1);
    const sum = each.reduce((total, [, ms]) => total + ms, 0);
    const parts = each.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ');
    console.log(
      `${expected} mails of ${zips.length} lists in ${seconds.toFixed(0)} s: ${(expected / seconds).toFixed(0)} a second (goal 84); CPU a mail ${sum.toFixed(1)} ms (${parts})`,
    );
  } finally {
    await Promise.all([leads.part.stop(), notifications.part.stop()]);
    await stop();
    inbox.close();
  }
}
