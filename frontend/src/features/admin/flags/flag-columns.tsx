import type { FlagStatus } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { formatInstant } from '../../../lib/dates.ts';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useSetFlagStatus } from './queries.ts';

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

export const flagColumns: Columns<LeadFlag> = [
  {
    header: 'Agent',
    cell: ({ row: { original } }) => {
      const { fullName, email, phone } = original.agent;
      return <Contact name={fullName} lines={[email, phone]} />;
    },
  },
  {
    header: 'Reported By',
    cell: ({ row: { original } }) => {
      const { firstName, lastName, email } = original.user;
      return <Contact name={`${firstName} ${lastName}`.trim()} lines={[email]} />;
    },
  },
  {
    header: 'Issue Description',
    cell: ({ row }) => (
      <p className="min-w-56 max-w-96 whitespace-pre-line wrap-anywhere">{row.original.note}</p>
    ),
  },
  { header: 'Status', cell: ({ row }) => <StateBadge {...flagStates[row.original.status]} /> },
  {
    header: 'Date Reported',
    cell: ({ row }) => <span className="whitespace-nowrap">{formatInstant(row.original.createdAt)}</span>,
  },
  { header: 'Actions', cell: ({ row }) => <FlagStatusSelect flag={row.original} /> },
];

function FlagStatusSelect({ flag }: { flag: LeadFlag }) {
  const setStatus = useSetFlagStatus(flag);
  return (
    <NativeSelect
      className="w-36"
      aria-label={`Status of the flag on ${flag.agent.fullName}`}
      value={setStatus.isPending ? setStatus.variables : flag.status}
      onChange={event => setStatus.mutate(event.target.value as FlagStatus)}
    >
      {Object.entries(flagStates).map(([status, { label }]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

const flagStates: Record<FlagStatus, StateLook> = {
  pending: { label: 'Pending', tone: 'danger' },
  reviewed: { label: 'Reviewed', tone: 'neutral' },
  resolved: { label: 'Resolved', tone: 'accent' },
};
