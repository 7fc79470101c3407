import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { type Pg, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { receivedLead } from '@closingwire/contracts/leads';
import { markReceived, openBatch } from '../src/loading/batches.ts';
import { type LeadPack, loadLeads } from '../src/loading/load.ts';
import { madeUpLead } from './made-up-leads.ts';

/** The n-th made-up lead as a pack holds it. */
export const leadOf = (n: number, property: object = {}) =>
  receivedLead.parse({
    ...madeUpLead(n, property),
    ...{ teamName: null, officeAddress: null, city: 'Kent', state: 'WA', sourceType: null },
    property: { ...madeUpLead(n, property).property, address2: null, listedDate: null },
  });

/** Returns the only pack of a new batch, which is received and not loaded. */
export async function packOf(pg: Pg, ...rows: LeadPack['rows']): Promise<LeadPack> {
  const now = new Date();
  const batchId = newId();
  await openBatch(pg, { id: batchId, sender: { keyId: newId(), sourceId: 1 }, now });
  const counts = {
    accepted: rows.length,
    rejected: 0,
    undisclosedPrices: 0,
    droppedCells: 0,
    report: null,
    packs: 1,
  };
  await pg.transaction(tx => markReceived(tx, { id: batchId, ...counts, now }));
  return { batchId, part: 0, receivedAt: now, rows };
}

/** Waits until a session of this database waits for such a lock. */
export const untilWaitingFor = (pg: Pg, event: string) =>
  until(() =>
    pg.maybe(
      sql`select true from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and wait_event = ${event} limit 1`,
    ),
  );

/** Runs `work` while a load has stored its rows and waits to count them in its batch. */
export async function whileStored(pg: Pg, pack: LeadPack, work: () => Promise<void>): Promise<void> {
  const blocker = await pg.pool.connect();
  let loading: Promise<void>;
  try {
    await blocker.query(sql`begin`);
    await blocker.query(sql`select from batches where id = ${pack.batchId} for no key update`);
    loading = loadLeads(pg, systemClock, [pack]);
    await untilWaitingFor(pg, 'transactionid');
    await work();
  } finally {
    await blocker.query(sql`rollback`);
    blocker.release();
  }
  await loading;
}
