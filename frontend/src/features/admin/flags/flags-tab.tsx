import type { FlagStatus } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { Flag } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { formatInstant } from '../../../lib/dates.ts';
import { pageOf } from '../../../lib/page-of.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { listText } from '../counted.ts';
import { CustomerLink } from '../customer/customer-link.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, CellLines, RowList } from '../row-list.tsx';
import { ClosingActions, FlaggedClosingFacts } from './closing-actions.tsx';
import { agentSearch } from './closing-texts.ts';
import { CreditActions } from './credit-actions.tsx';
import { flagStates } from './flag-states.ts';
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
        {({ leadFlags, total }) => {
          const { rows, totalPages } = pageOf(leadFlags, total, page, PAGE_SIZE);
          if (rows.length === 0 && page <= Math.max(totalPages, 1)) {
            return <EmptyState level="h3" icon={Flag} title="No lead flags submitted" />;
          }
          return (
            <>
              {rows.length > 0 ? (
                <RowList
                  caption="Lead flags"
                  columns={flagColumns}
                  rows={rows}
                  keyOf={({ id }) => id}
                  card={flag => <FlagCard flag={flag} />}
                />
              ) : (
                <Spinner className="w-full py-20" label="Loading lead flags" />
              )}
              <PageFooter
                page={page}
                totalPages={totalPages}
                onPage={setPage}
                isBusy={flags.isPlaceholderData}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const flagColumns: Columns<LeadFlag> = [
  {
    header: 'Agent',
    cell: ({ row }) => <FlaggedAgent flag={row.original} />,
  },
  {
    header: 'Reported By',
    cell: ({ row: { original } }) => {
      return <Reporter user={original.user} />;
    },
  },
  {
    header: 'Issue Description',
    cell: ({ row }) => (
      <p className="min-w-40 max-w-96 whitespace-pre-line wrap-anywhere">{row.original.note}</p>
    ),
  },
  { header: 'Status', cell: ({ row }) => <StateBadge {...flagStates[row.original.status]} /> },
  {
    header: 'Date Reported',
    cell: ({ row }) => formatInstant(row.original.createdAt),
  },
  {
    header: 'Actions',
    cell: ({ row }) => <FlagActions flag={row.original} />,
  },
];

const FlagCard = ({ flag }: { flag: LeadFlag }) => (
  <>
    <CardHead aside={<StateBadge {...flagStates[flag.status]} />}>
      <div className="min-w-0">
        <FlaggedAgent flag={flag} />
      </div>
    </CardHead>
    <p className="whitespace-pre-line wrap-anywhere">{flag.note}</p>
    <CardFacts
      facts={{ 'Reported by': <Reporter user={flag.user} />, Reported: formatInstant(flag.createdAt) }}
    />
    <FlagActions flag={flag} />
  </>
);

function FlaggedAgent({ flag }: { flag: LeadFlag }) {
  const { fullName, email, phone } = flag.agent;
  return (
    <>
      <CellLines lines={[fullName, email, phone]} className="min-w-40" isName />
      <FlaggedClosingFacts closing={flag.closing} />
      <FlaggedRow flag={flag} />
    </>
  );
}

const FlagActions = ({ flag }: { flag: LeadFlag }) => (
  <div className="grid justify-items-start gap-2">
    <FlagStatusSelect flag={flag} />
    <CreditActions flag={flag} />
    <ClosingActions flag={flag} />
  </div>
);

/** Opens the stored rows of the agent, and the closings of the ZIP; a server of the specification gives no ZIP. */
function FlaggedRow({ flag }: { flag: LeadFlag }) {
  const { zipCode } = flag;
  const { fullName } = flag.agent;
  if (!zipCode) return null;
  const rows = `/admin/operations?${new URLSearchParams({ tab: 'agents', q: agentSearch(flag) })}`;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
      <TextLink to={rows} aria-label={`Stored rows: ${fullName}`}>
        Stored rows
      </TextLink>
      <TextLink to={`/admin?q=${zipCode}`} aria-label={`ZIP ${zipCode}: ${fullName}`}>
        ZIP {zipCode}
      </TextLink>
    </p>
  );
}

/** The first line opens the reporter's page; a server of the specification gives no id. */
function Reporter({ user: { id, firstName, lastName, email } }: Pick<LeadFlag, 'user'>) {
  const name = `${firstName} ${lastName}`.trim();
  if (!id || !(name || email)) return <CellLines lines={[name, email]} className="min-w-40" isName />;
  return (
    <div className="min-w-40 wrap-anywhere">
      <CustomerLink userId={id} className="font-semibold">
        {name || email}
      </CustomerLink>
      {name && <p className="text-muted">{email}</p>}
    </div>
  );
}

/** An admin has decided about a confirmed flag, so it is pending only after that is taken back. */
function FlagStatusSelect({ flag }: { flag: LeadFlag }) {
  const isDecided = Boolean(flag.credit) && !flag.confirmed?.takenBackAt;
  const setStatus = useSetFlagStatus(flag);
  return (
    <NativeSelect
      className="w-36"
      aria-label={`Status of the flag on ${flag.agent.fullName}`}
      value={setStatus.isPending ? setStatus.variables : flag.status}
      onChange={event => setStatus.mutate(event.target.value as FlagStatus)}
    >
      {Object.entries(flagStates).map(([status, { label }]) => (
        <option key={status} value={status} disabled={isDecided && status === 'pending'}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
