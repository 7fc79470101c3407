import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { DryRunReply } from '@closingwire/contracts/ingestion';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { identifyAgents } from '../identity/identify.ts';
import { findRoles } from '../loading/blank-roles.ts';
import { type MergedLeads, mergeLeads } from '../loading/merge.ts';
import { salesOf } from '../loading/sales.ts';
import { compareStaged, type StagedState, stage } from '../loading/stage.ts';
import { identifySales } from '../loading/stored-sales.ts';
import { latestSaleDay } from '../reading/day.ts';
import { deliveryReporter } from '../reading/delivery-report.ts';
import { rowReader } from '../reading/row-reader.ts';
import { findSource, missingSource } from '../sources/store.ts';
import { checkState, type Delivery } from './receive-batch.ts';
import { deliveryWarnings } from './warnings.ts';

/** Rows compared with the stored ones at a time. */
const ROWS_AT_ONCE = 2_000;

/** Its rows are of one delivery. */
const DRY_RUN = 'dry-run';

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

/** Returns the ids of the closings of sales. */
const closingsOf = ({ closings }: MergedLeads, saleIds: ReadonlySet<string>) =>
  new Set(closings.flatMap(({ ids }) => (saleIds.has(ids.saleId) ? [ids.closingId] : [])));

/** Returns the identities of the rows of agents: an agent of several ZIPs counts once. */
const identitiesOf = ({ agents }: MergedLeads) =>
  new Map(agents.map(({ ids }) => [ids.agentId, ids.identityId]));

/** Reads a delivery and compares it with the stored leads; stores nothing. */
export async function dryRun(
  { copies, clock }: { copies: Pg; clock: Clock },
  delivery: Delivery & { sourceId: number },
): Promise<DryRunReply> {
  const source = await findSource(copies, delivery.sourceId);
  if (!source) throw missingSource();
  const reporter = deliveryReporter({ columns: true });
  const agents = changeCount();
  const closings = changeCount();
  const receivedAt = clock();
  const warnings = deliveryWarnings(source, receivedAt);
  let leads: ReceivedLead[] = [];
  const reader = rowReader(latestSaleDay(receivedAt), delivery.dateOrder, {
    ...reporter,
    pass(lead) {
      warnings.look(lead);
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
        const received = [{ receivedAt, rows }];
        const { of: agentOf } = await identifyAgents(tx, rows, { isDryRun: true });
        const sales = salesOf([{ receivedAt, batchId: DRY_RUN, sourceId: delivery.sourceId, rows }]);
        const moved = await identifySales(tx, sales, { isDryRun: true });
        const identified = { agentOf, saleOf: sales.of };
        const storedRoles = await findRoles(tx, rows, identified);
        const leads = mergeLeads(received, { ...identified, storedRoles });
        await stage(tx, leads);
        return {
          ...(await compareStaged(tx)),
          moved: closingsOf(leads, moved),
          identityOf: identitiesOf(leads),
        };
      });
      agents.add(found.agents.map(({ id, state }) => ({ id: found.identityOf.get(id) ?? id, state })));
      closings.add(
        found.closings.map(one =>
          found.moved.has(one.id) && one.state === 'same' ? { ...one, state: 'changed' } : one,
        ),
      );
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
