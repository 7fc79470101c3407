import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { DryRunReply } from '@closingwire/contracts/ingestion';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { identifyAgents } from '../identity/identify.ts';
import { findRoles } from '../loading/blank-roles.ts';
import { mergeLeads } from '../loading/merge.ts';
import { salesOf } from '../loading/sales.ts';
import { compareStaged, stage } from '../loading/stage.ts';
import { identifySales } from '../loading/stored-sales.ts';
import { latestSaleDay } from '../reading/day.ts';
import { deliveryReporter } from '../reading/delivery-report.ts';
import { rowReader } from '../reading/row-reader.ts';
import { findSource, missingSource } from '../sources/store.ts';
import { effectCount } from './effect-count.ts';
import type { Delivery } from './receive-batch.ts';
import { deliveryWarnings } from './warnings.ts';

/** Rows compared with the stored ones at a time. */
const ROWS_AT_ONCE = 2_000;

/** Its rows are of one delivery. */
const DRY_RUN = 'dry-run';

/** Reads a delivery and compares it with the stored leads; stores nothing. */
export async function dryRun(
  { copies, clock }: { copies: Pg; clock: Clock },
  delivery: Delivery & { sourceId: number },
): Promise<DryRunReply> {
  const source = await findSource(copies, delivery.sourceId);
  if (!source) throw missingSource();
  const reporter = deliveryReporter({ columns: true });
  const agents = effectCount('agent');
  const closings = effectCount('closing');
  const identityOfKey = new Map<string, string>();
  const receivedAt = clock();
  const warnings = deliveryWarnings(source, receivedAt);
  let leads: ReceivedLead[] = [];
  const reader = rowReader(latestSaleDay(receivedAt), delivery.dateOrder, {
    ...reporter,
    states: delivery.states,
    uncovered: warnings.uncovered,
    pass(lead) {
      warnings.look(lead);
      leads.push(lead);
      reporter.pass(lead);
    },
  });

  async function compare(least: number): Promise<void> {
    while (leads.length >= least && leads.length > 0) {
      const rows = leads.slice(0, ROWS_AT_ONCE);
      leads = leads.slice(ROWS_AT_ONCE);
      const found = await copies.transaction(async tx => {
        const { of: agentOf } = await identifyAgents(tx, rows, { dryRun: identityOfKey });
        const { sourceId } = delivery;
        const sales = salesOf([{ receivedAt, batchId: DRY_RUN, sourceId, rows }]);
        await identifySales(tx, sales, { isDryRun: true });
        const identified = { agentOf, saleOf: sales.of };
        const storedRoles = await findRoles(tx, rows, identified);
        await stage(tx, mergeLeads([{ receivedAt, sourceId, rows }], { ...identified, storedRoles }));
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
    warnings: warnings.list(),
  };
}
