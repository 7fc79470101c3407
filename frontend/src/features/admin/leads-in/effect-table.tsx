import type { DryRunReply, Effects } from '@closingwire/contracts/ingestion';
import { type Columns, DataTable } from '../../../ui/data-table.tsx';
import { number } from './copy.ts';

type Effect = { of: string } & Effects['agents'] & Partial<DryRunReply['agents']>;

/** Shows the effects of a delivery or a check. Only a check counts who opted out. */
export function EffectTable({ agents, closings }: Effects | Pick<DryRunReply, 'agents' | 'closings'>) {
  const rows: Effect[] = [
    { of: 'Agents', ...agents },
    { of: 'Closings', ...closings },
  ];
  return (
    <div className="rounded-xl border border-line overflow-hidden">
      <DataTable
        caption="Effects"
        columns={'optedOut' in agents ? [...columns, optedOut] : columns}
        rows={rows}
      />
    </div>
  );
}

const columns: Columns<Effect> = [
  { header: 'Effects', cell: ({ row }) => <span className="font-semibold">{row.original.of}</span> },
  { header: 'New', cell: ({ row }) => number(row.original.new) },
  { header: 'Changed', cell: ({ row }) => number(row.original.changed) },
  { header: 'Same', cell: ({ row }) => number(row.original.same) },
];

const optedOut: Columns<Effect>[number] = {
  header: 'Opted out',
  cell: ({ row }) => number(row.original.optedOut ?? 0),
};
