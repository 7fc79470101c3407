import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { ScrollText, SearchX } from 'lucide-react';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Badge, type StateLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countedText, listText, pagedTotal } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, CellLines, RowList } from '../row-list.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { aboutLines, actorLines, changeLines, originLines } from './audit-text.ts';
import { PAGE_SIZE, useAudit } from './queries.ts';
import { type AuditFilterState, useAuditFilter } from './use-audit-filter.ts';

export default function AuditTab() {
  const filter = useAuditFilter();
  const audit = useAudit(filter);
  return (
    <Panel
      title="Audit"
      status={listText(audit, 'Loading the audit log', ({ total }) => countedText(total, 'entry', 'entries'))}
    >
      <AuditFilterBar filter={filter} />
      <Loaded query={audit} loading="Loading the audit log" failed="The audit log could not be loaded">
        {({ entries, total }) =>
          total === 0 ? (
            <NoEntries filter={filter} />
          ) : (
            <>
              {entries.length > 0 ? (
                <RowList
                  caption="Audit log"
                  columns={auditColumns}
                  rows={entries}
                  isStale={audit.isPlaceholderData}
                  keyOf={({ id }) => id}
                  card={entry => <AuditCard entry={entry} />}
                  cardClassName="gap-2 p-5 wrap-anywhere"
                />
              ) : (
                <Spinner className="w-full py-20" label="Loading entries" />
              )}
              <PageFooter
                label="Pages of the audit log"
                page={filter.page}
                totalPages={Math.ceil(pagedTotal(total) / PAGE_SIZE)}
                onPage={filter.goTo}
                isBusy={audit.isPlaceholderData}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function NoEntries({ filter }: { filter: AuditFilterState }) {
  if (filter.isEmpty) return <EmptyState level="h3" icon={ScrollText} title="Nothing was done yet" />;
  return (
    <EmptyState
      level="h3"
      icon={SearchX}
      title="No entries found"
      actions={<Button onClick={filter.clear}>Clear the filters</Button>}
    >
      Find a user by a part of the present or a former email address, or by the whole ID; find any other
      subject by its whole name.
    </EmptyState>
  );
}

const AuditCard = ({ entry }: { entry: AuditLogEntry }) => (
  <>
    <CardHead aside={<Outcome entry={entry} />}>
      <p className="font-semibold">{entry.text}</p>
    </CardHead>
    {changeLines(entry).map(line => (
      <p key={line}>{line}</p>
    ))}
    <CardFacts
      facts={{
        When: <time dateTime={entry.at}>{formatExactInstant(entry.at)}</time>,
        Who: actorLines(entry).join(', '),
        About: aboutLines(entry).join(', '),
        From: originLines(entry).join(', '),
      }}
    />
  </>
);

const outcomes: Record<AuditLogEntry['outcome'], StateLook> = {
  done: { label: 'Done', tone: 'positive' },
  refused: { label: 'Refused', tone: 'caution' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: { label: 'Not known', tone: 'caution' },
};

function Outcome({ entry: { outcome, status } }: { entry: AuditLogEntry }) {
  return (
    <Badge tone={outcomes[outcome].tone}>
      {outcomes[outcome].label}
      {status !== null && outcome !== 'done' && <span className="font-normal">{status}</span>}
    </Badge>
  );
}

const auditColumns: Columns<AuditLogEntry> = [
  {
    header: 'When',
    cell: ({ row: { original: entry } }) => (
      <time dateTime={entry.at} className="whitespace-nowrap">
        {formatExactInstant(entry.at)}
      </time>
    ),
  },
  {
    header: 'Who',
    cell: ({ row }) => <CellLines lines={actorLines(row.original)} className="min-w-40 max-w-60" />,
  },
  {
    header: 'What',
    cell: ({ row: { original: entry } }) => (
      <CellLines lines={[entry.text, ...changeLines(entry)]} className="min-w-44 max-w-80" />
    ),
  },
  {
    header: 'About',
    cell: ({ row }) => <CellLines lines={aboutLines(row.original)} className="min-w-40 max-w-60" />,
  },
  {
    header: 'From',
    cell: ({ row }) => <CellLines lines={originLines(row.original)} className="min-w-36 max-w-52" />,
  },
  { header: 'Outcome', cell: ({ row }) => <Outcome entry={row.original} /> },
];
