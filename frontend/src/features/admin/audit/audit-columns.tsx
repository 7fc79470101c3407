import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Badge, type StateLook } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { aboutLines, actorLines, changeLines, originLines } from './audit-text.ts';

/** Long IDs break, so that they do not widen the page. */
function Lines({ lines, width }: { lines: readonly string[]; width: string }) {
  const [first = '–', ...rest] = lines;
  return (
    <div className={`wrap-anywhere ${width}`}>
      <p>{first}</p>
      {rest.map(line => (
        <p key={line} className="text-muted">
          {line}
        </p>
      ))}
    </div>
  );
}

const outcomes: Record<AuditLogEntry['outcome'], StateLook> = {
  done: { label: 'Done', tone: 'positive' },
  refused: { label: 'Refused', tone: 'caution' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: { label: 'Not known', tone: 'caution' },
};

export function Outcome({ entry: { outcome, status } }: { entry: AuditLogEntry }) {
  return (
    <Badge tone={outcomes[outcome].tone}>
      {outcomes[outcome].label}
      {status !== null && outcome !== 'done' && <span className="font-normal">{status}</span>}
    </Badge>
  );
}

export const auditColumns: Columns<AuditLogEntry> = [
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
    cell: ({ row }) => <Lines lines={actorLines(row.original)} width="min-w-40 max-w-60" />,
  },
  {
    header: 'What',
    cell: ({ row: { original: entry } }) => (
      <Lines lines={[entry.text, ...changeLines(entry)]} width="min-w-44 max-w-80" />
    ),
  },
  {
    header: 'About',
    cell: ({ row }) => <Lines lines={aboutLines(row.original)} width="min-w-40 max-w-60" />,
  },
  {
    header: 'From',
    cell: ({ row }) => <Lines lines={originLines(row.original)} width="min-w-36 max-w-52" />,
  },
  { header: 'Outcome', cell: ({ row }) => <Outcome entry={row.original} /> },
];
