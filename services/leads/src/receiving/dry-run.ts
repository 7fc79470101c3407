import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { DryRunReply } from '@closingwire/contracts/ingestion';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { identifyAgents } from '../identity/identify.ts';
import { findRoles } from '../loading/blank-roles.ts';
import { mergeLeads } from '../loading/merge.ts';
import { compareStaged, type StagedState, stage } from '../loading/stage.ts';
import { latestSaleDay } from '../reading/day.ts';
import { deliveryReporter } from '../reading/delivery-report.ts';
import { rowReader } from '../reading/row-reader.ts';
import { checkState, type Delivery } from './receive-batch.ts';

/** Rows compared with the stored ones at a time. */
const ROWS_AT_ONCE = 2_000;

type State = StagedState['state'];

/** The highest state of several rows about one agent counts. */
const rank: Record<State, number> = { same: 0, changed: 1, new: 2, optedOut: 3 };

/** Counts each id once. */
function changeCount() {
  const states = new Map<string, State>();
  return {
    add(found: readonly StagedState[]): void {
      for (const { id, state } of found) {
        const known = states.get(id);
        if (known === undefined || rank[state] > rank[known]) states.set(id, state);
      }
    },
    counts() {
      const counts = { new: 0, changed: 0, same: 0, optedOut: 0 };
      for (const state of states.values()) counts[state]++;
      return counts;
    },
  };
}

/** Reads a delivery and compares it with the stored leads; stores nothing. */
export async function dryRun(
  { copies, clock }: { copies: Pg; clock: Clock },
  delivery: Delivery,
): Promise<DryRunReply> {
  const reporter = deliveryReporter({ columns: true });
  const agents = changeCount();
  const closings = changeCount();
  const receivedAt = clock();
  let leads: ReceivedLead[] = [];
  const reader = rowReader(latestSaleDay(receivedAt), delivery.dateOrder, {
    ...reporter,
    pass(lead) {
      checkState(lead, delivery.states);
      leads.push(lead);
      reporter.pass(lead);
    },
  });

  async function compare(least: number): Promise<void> {
    while (leads.length >= least && leads.length > 0) {
      const rows = leads.slice(0, ROWS_AT_ONCE);
      leads = leads.slice(ROWS_AT_ONCE);
      const found = await copies.transaction(async tx => {
        const { of: agentOf } = await identifyAgents(tx, rows, { isDryRun: true });
        await stage(tx, mergeLeads([{ receivedAt, rows }], agentOf, await findRoles(tx, rows, agentOf)));
        return compareStaged(tx);
      });
      agents.add(found.agents);
      closings.add(found.closings);
    }
  }

  for await (const rows of delivery.rows) {
    const columns = delivery.form().table?.columns;
    for (const row of rows) reporter.row(row, columns);
    reader.take(rows);
    await compare(ROWS_AT_ONCE);
  }
  reader.end();
  await compare(1);
  const report = reporter.report(delivery.form(), reader.dateOrder);
  return {
    ...reporter.counts,
    ...reporter.first,
    report,
    agents: agents.counts(),
    closings: closings.counts(),
  };
}
