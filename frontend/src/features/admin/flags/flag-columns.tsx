import type { FlagStatus } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { createColumnHelper } from '@tanstack/react-table';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { plainTable } from '../../../ui/data-table.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useSetFlagStatus } from './queries.ts';

const helper = createColumnHelper<typeof plainTable, LeadFlag>();

function Contact({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div className="min-w-40 wrap-anywhere">
      <p className="font-semibold">{name}</p>
      {lines.filter(Boolean).map(line => (
        <p key={line} className="text-muted">
          {line}
        </p>
      ))}
    </div>
  );
}

export const flagColumns = helper.columns([
  helper.accessor('agent', {
    header: 'Agent',
    cell: ({ getValue }) => (
      <Contact name={getValue().fullName} lines={[getValue().email, getValue().phone]} />
    ),
  }),
  helper.accessor('user', {
    header: 'Reported By',
    cell: ({ getValue }) => (
      <Contact name={`${getValue().firstName} ${getValue().lastName}`.trim()} lines={[getValue().email]} />
    ),
  }),
  helper.accessor('note', {
    header: 'Issue Description',
    cell: ({ getValue }) => (
      <p className="min-w-56 max-w-96 whitespace-pre-line wrap-anywhere">{getValue()}</p>
    ),
  }),
  helper.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => <Badge tone={flagTones[getValue()]}>{flagLabels[getValue()]}</Badge>,
  }),
  helper.accessor('createdAt', {
    header: 'Date Reported',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatInstant(getValue())}</span>,
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <FlagStatusSelect flag={row.original} />,
  }),
]);

function FlagStatusSelect({ flag }: { flag: LeadFlag }) {
  const setStatus = useSetFlagStatus(flag);
  return (
    <NativeSelect
      className="w-36"
      aria-label={`Status of the flag on ${flag.agent.fullName}`}
      value={setStatus.isPending ? setStatus.variables : flag.status}
      onChange={event => setStatus.mutate(event.target.value as FlagStatus)}
    >
      {Object.entries(flagLabels).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

const flagLabels: Record<FlagStatus, string> = {
  pending: 'Pending',
  reviewed: 'Reviewed',
  resolved: 'Resolved',
};

const flagTones = { pending: 'danger', reviewed: 'neutral', resolved: 'accent' } as const;
