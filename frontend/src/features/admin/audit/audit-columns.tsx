import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { createColumnHelper } from '@tanstack/react-table';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { plainTable } from '../../../ui/data-table.tsx';
import {
  aboutLines,
  actorLines,
  changeLines,
  originLines,
  outcomeLabels,
  outcomeTones,
} from './audit-text.ts';

const helper = createColumnHelper<typeof plainTable, AuditLogEntry>();

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

export function Outcome({ entry: { outcome, status } }: { entry: AuditLogEntry }) {
  return (
    <Badge tone={outcomeTones[outcome]}>
      {outcomeLabels[outcome]}
      {status !== null && outcome !== 'done' && <span className="font-normal">{status}</span>}
    </Badge>
  );
}

export const auditColumns = helper.columns([
  helper.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => (
      <time dateTime={getValue()} className="whitespace-nowrap">
        {formatExactInstant(getValue())}
      </time>
    ),
  }),
  helper.display({
    id: 'actor',
    header: 'Who',
    cell: ({ row: { original: entry } }) => <Lines lines={actorLines(entry)} width="min-w-40 max-w-60" />,
  }),
  helper.accessor('text', {
    header: 'What',
    cell: ({ row: { original: entry } }) => (
      <Lines lines={[entry.text, ...changeLines(entry)]} width="min-w-44 max-w-80" />
    ),
  }),
  helper.display({
    id: 'about',
    header: 'About',
    cell: ({ row }) => <Lines lines={aboutLines(row.original)} width="min-w-40 max-w-60" />,
  }),
  helper.display({
    id: 'origin',
    header: 'From',
    cell: ({ row }) => <Lines lines={originLines(row.original)} width="min-w-36 max-w-52" />,
  }),
  helper.display({
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row }) => <Outcome entry={row.original} />,
  }),
]);
