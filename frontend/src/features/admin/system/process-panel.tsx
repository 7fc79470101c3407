import type { ProcessState } from '@closingwire/contracts/system';
import { Ago } from '../../../ui/ago.tsx';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';

const states: Record<ProcessState['state'], StateLook> = {
  ready: { label: 'Ready', tone: 'positive' },
  'not ready': { label: 'Not ready', tone: 'danger' },
  unreachable: { label: 'Not reachable', tone: 'danger' },
};

const problemsOf = ({ problems }: ProcessState) =>
  problems.map(({ part, message }) => `${part}: ${message}`).join('; ');

const columns: Columns<ProcessState> = [
  { header: 'Process', cell: ({ row }) => <span className="font-semibold">{row.original.name}</span> },
  { header: 'State', cell: ({ row }) => <StateBadge {...states[row.original.state]} /> },
  { header: 'Version', cell: ({ row }) => <code className="text-xs">{row.original.revision ?? ''}</code> },
  { header: 'Started', cell: ({ row }) => <Started at={row.original.startedAt} /> },
  {
    header: 'Problems',
    cell: ({ row }) => <span className="wrap-anywhere">{problemsOf(row.original)}</span>,
  },
];

const Started = ({ at }: { at: string | null }) => (at === null ? null : <Ago instant={at} />);

export function ProcessPanel({ processes }: { processes: readonly ProcessState[] }) {
  const ready = processes.filter(({ state }) => state === 'ready').length;
  return (
    <Panel title="Processes" status={`${ready} of ${processes.length} ready`}>
      <RowList
        caption="Processes"
        columns={columns}
        rows={processes}
        from="48rem"
        keyOf={({ name }) => name}
        card={process => (
          <>
            <CardHead aside={<StateBadge {...states[process.state]} />}>
              <p className="font-semibold">{process.name}</p>
            </CardHead>
            <CardFacts
              facts={{
                Version: process.revision,
                Started: process.startedAt && <Started at={process.startedAt} />,
                Problems: problemsOf(process),
              }}
            />
          </>
        )}
        cardClassName="gap-2 px-5 py-3"
      />
    </Panel>
  );
}
