import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { ScrollText, SearchX } from 'lucide-react';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countedText, listText, pagedTotal } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { auditColumns, Outcome } from './audit-columns.tsx';
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
        {data => <AuditList {...data} filter={filter} isStale={audit.isPlaceholderData} />}
      </Loaded>
    </Panel>
  );
}

type AuditListProps = {
  entries: readonly AuditLogEntry[];
  total: number;
  filter: AuditFilterState;
  isStale: boolean;
};

function AuditList({ entries, total, filter, isStale }: AuditListProps) {
  if (total === 0) return <NoEntries filter={filter} />;
  const totalPages = Math.ceil(pagedTotal(total) / PAGE_SIZE);
  return (
    <>
      {entries.length > 0 ? (
        <RowList
          caption="Audit log"
          columns={auditColumns}
          rows={entries}
          isStale={isStale}
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
        totalPages={totalPages}
        onPage={filter.goTo}
        isBusy={isStale}
      />
    </>
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
      A person is found by a part of the email address, also of a former one, or by the whole ID; other
      subjects by the whole of their name.
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
