import type { FlagStatus } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { Flag } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { formatInstant } from '../../../lib/dates.ts';
import { pageOf } from '../../../lib/page-of.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import type { Pages } from '../../../lib/use-existing-page.ts';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import { type Columns, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { PAGE_SIZE, useFlags, useSetFlagStatus } from './queries.ts';

export default function FlagsTab() {
  const [page, setPage] = useQueryState('page', pageParser);
  const flags = useFlags(page);
  return (
    <Panel
      title="Lead Flags"
      status={listText(flags, 'Loading lead flags', ({ pending }) =>
        pending === undefined ? undefined : `${pending.toLocaleString('en-US')} pending`,
      )}
    >
      <Loaded query={flags} loading="Loading lead flags" failed="Lead flags could not be loaded">
        {data => (
          <FlagList
            {...pageOf(data.leadFlags, data.total, page, PAGE_SIZE)}
            page={page}
            onPage={setPage}
            isBusy={flags.isPlaceholderData}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function FlagList({ rows, ...pages }: Pages & { rows: readonly LeadFlag[] }) {
  if (rows.length === 0 && pages.page === 1) {
    return <EmptyState level="h3" icon={Flag} title="No lead flags submitted" />;
  }
  return (
    <>
      {rows.length > 0 ? (
        <DataTable caption="Lead flags" columns={flagColumns} rows={rows} />
      ) : (
        <Spinner className="w-full py-20" label="Loading lead flags" />
      )}
      <PageFooter {...pages} />
    </>
  );
}

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

const flagColumns: Columns<LeadFlag> = [
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
